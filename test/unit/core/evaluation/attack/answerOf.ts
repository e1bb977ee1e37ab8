import type { Grade } from '../../../../../src/core/evaluation/grade/grade';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import type { TestsStatusGroup } from '../../../../../src/core/evaluation/report';
import { type AttackCase, KEPT, MENDED } from './attackCase';

/** Each required id in its order: `+` success, `-` failure, `.` neither; `_` where none is required. */
const marks = (ids: readonly string[], { success, failure }: TestsStatusGroup): string =>
  ids.map((id) => (success.includes(id) ? '+' : failure.includes(id) ? '-' : '.')).join('') || '_';

const lists = (one: AttackCase) => ({
  failToPass: one.failToPass ?? [MENDED],
  passToPass: one.passToPass ?? [KEPT],
});

export const gradeAttack = (
  one: AttackCase,
  rules: 'swebench-v4' | 'swebench-v5',
  cut: (log: Uint8Array) => readonly Uint8Array[] = (log) => [log],
): Grade => {
  const log = typeof one.log === 'string' ? new TextEncoder().encode(one.log) : one.log;
  const { id = 'o__r-1', version = '1.0', evalType = 'pass_and_fail', parser = 'pytest', patch } = one;
  const logParser = `parse_log_${parser}`;
  const instance = { id, version, evalType, logParser, repo: null, ...lists(one) };
  return gradeLog({ instance, rules, log: cut(log), patch: { isNone: patch === 'null', exists: patch !== 'null' } });
};

/**
 * A report in short: `yes` or `no`, then the marks of FAIL_TO_PASS and PASS_TO_PASS, or `ungraded`; of a broken
 * environment the reason, with `!` where it is certain.
 */
export const answerOf = ({ report }: Grade, one: AttackCase): string => {
  if (report === null) return 'no report';
  const { failToPass, passToPass } = lists(one);
  const { tests_status: tests, infra_failure: certain, infra_failure_reason: reason } = report;
  const graded = tests ? `${marks(failToPass, tests.FAIL_TO_PASS)} ${marks(passToPass, tests.PASS_TO_PASS)}` : '';
  const state = report.patch_is_None ? 'no patch' : graded || 'ungraded';
  return `${report.resolved ? 'yes' : 'no'} ${state}${reason ? ` ${reason}${certain ? '!' : '?'}` : ''}`;
};
