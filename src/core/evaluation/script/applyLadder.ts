import type { RuleSetName } from '../report';

/** A way to apply a patch, by the name under which result.json and the reports know it. */
export type RungName = 'git-apply' | 'git-apply-3way' | 'git-apply-reject' | 'patch-fuzz' | 'already-applied';

export interface Rung {
  readonly name: RungName;
  /** Shell words before the patch's path; run in the testbed. */
  readonly command: string;
}

/** Our git, as the script's own words. */
export const gitWords = `"\${GIT[@]}"`;

const strict: Rung = { name: 'git-apply', command: `${gitWords} apply --verbose` };
const threeWay: Rung = { name: 'git-apply-3way', command: `${gitWords} apply --verbose --3way` };
const reject: Rung = { name: 'git-apply-reject', command: `${gitWords} apply --verbose --reject` };

/**
 * The tools that the SWE-bench harness tries in turn. Version 5.0 adds the three-way merge, and asks at the end
 * whether the patch is there already; 4.1 lets `patch` guess that a patch is reversed.
 * Between tries the tree is clean in both: 4.1 left one tool's half work to the next, which was mended as a fault.
 */
export const applyLadder = (rules: RuleSetName): { readonly rungs: readonly Rung[]; readonly reverseCheck: boolean } =>
  rules === 'swebench-v4'
    ? { rungs: [strict, reject, { name: 'patch-fuzz', command: 'patch --batch --fuzz=5 -p1 -i' }], reverseCheck: false }
    : {
        rungs: [strict, threeWay, reject, { name: 'patch-fuzz', command: 'patch --batch --forward --fuzz=5 -p1 -i' }],
        reverseCheck: true,
      };
