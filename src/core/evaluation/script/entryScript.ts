import { applySeconds } from '../../run/container/limits';
import { isCommit, objectFormat } from '../../workspace/commit';
import type { RuleSetName } from '../report';
import { applyLadder, gitWords, type Rung } from './applyLadder';
import { coveragePart } from './coveragePart';
import {
  applyPart,
  clockPart,
  deafPart,
  finishPart,
  gitPart,
  killPart,
  limitPart,
  testbedPart,
  testsPart,
} from './entryParts';

export interface EntryScriptOptions {
  readonly rules: RuleSetName;
  /** Where the testbed stands after the checkout; null where the image's own testbed is used as it is. */
  readonly baseCommit: string | null;
  /** Whether `patch.diff` lies in the input folder; without it the unpatched base is run. */
  readonly hasPatch: boolean;
  /** Whole seconds that the tests may take. */
  readonly testSeconds: number;
  /** Coverage reports that the tests leave, relative to the testbed; left out: none are looked for. */
  readonly coverage?: readonly string[] | null;
}

const rungLine = ({ name, command }: Rung): string => `  try_rung ${name} ${command} && return 0`;

const applyLadderPart = (rules: RuleSetName): string => {
  const ladder = applyLadder(rules);
  const tries = ladder.rungs.map(rungLine).join('\n  clean_tree\n');
  const check = ladder.reverseCheck
    ? `\n  try_rung already-applied ${gitWords} apply --check --reverse && return 0`
    : '';
  return `climb() {\n${tries}${check}\n  return 1\n}\n`;
};

const constants = (options: EntryScriptOptions): string => {
  const { baseCommit } = options;
  if (baseCommit !== null && !isCommit(baseCommit)) throw new RangeError('base_commit is no whole commit id');
  const format = baseCommit !== null && objectFormat(baseCommit) === 'sha256' ? '--object-format=sha256' : '';
  return [
    `BASE='${baseCommit ?? ''}'`,
    `OBJECT_FORMAT='${format}'`,
    `TEST_SECONDS=${Math.max(1, Math.ceil(options.testSeconds))}`,
    `APPLY_SECONDS=${applySeconds}`,
    '',
  ].join('\n');
};

const mainPart = (hasPatch: boolean, measures: boolean): string => `main() {
  begin
  prepare_testbed || finish no-testbed
  ${hasPatch ? 'apply_patch || finish not-applied' : ': no patch, the base as it is'}
${measures ? '  prepare_coverage\n  run_tests\n  gather_coverage\n' : '  run_tests\n'}  finish tested
}
main
`;

/** The functions that every job of ours has in common, before its own main part. */
export const entryScriptParts = (options: EntryScriptOptions): readonly string[] => [
  '#!/bin/bash\n# Written by Touchstone: checkout, patch, tests, result. See apply.log and result.json.\n',
  constants(options),
  deafPart,
  limitPart,
  gitPart,
  finishPart,
  testbedPart,
  applyPart,
  applyLadderPart(options.rules),
  killPart,
  clockPart,
];

/**
 * The evaluation's main process as one bash script, the same for every engine: the testbed is prepared, the patch
 * applied by the rule set's ladder, \`eval.sh\` run within its time, and \`result.json\` written by rename. It always
 * exits 0: what happened stands in the files of the output folder (\`reference: SWE-bench harness 4.1 and 5.0,
 * run_evaluation\`). Everything is a function, so bash has read the whole file before the first command runs.
 */
export const buildEntryScript = (options: EntryScriptOptions): string =>
  [
    ...entryScriptParts(options),
    testsPart,
    ...(options.coverage ? [coveragePart(options.coverage)] : []),
    mainPart(options.hasPatch, Boolean(options.coverage)),
  ].join('\n');
