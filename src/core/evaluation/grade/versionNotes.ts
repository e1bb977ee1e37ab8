import type { Grade } from './grade';

/**
 * Where the two versions of the SWE-bench harness part over one log although nothing in it failed: said beside the
 * score, since both reports are about. The pair to know is a log in which nothing was collected (`pylint-8898`).
 */
export const versionNotes = ({ rules, rule, outcome, report }: Grade): readonly string[] => {
  const nothing = outcome.kind === 'unresolved' && outcome.reason === 'ungradeable';
  if (rules === 'swebench-v4' && nothing)
    return [
      'swebench-v4 takes a log without any result for a patch that was applied and tests that are absent ' +
        '(patch_successfully_applied true); swebench-v5 calls the same log not gradeable and reports false. ' +
        'resolved is false in both.',
    ];
  if (rule === 'v5.nothing-parsed' || rule === 'v5.exit-code')
    return [
      `swebench-v5 calls this log not gradeable and reports patch_successfully_applied ${report?.patch_successfully_applied}; ` +
        'that does not say that the patch failed to apply. swebench-v4 grades the same log by its tests, ' +
        `${rule === 'v5.exit-code' ? 'and may call it resolved.' : 'all of them absent, and reports true.'}`,
    ];
  return [];
};
