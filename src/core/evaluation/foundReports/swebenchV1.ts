import type { NoVerdictReason, Outcome } from '../outcome';
import type { FoundReport, ReportFormat, ReportPlace } from './foundReport';
import { type Fields, has, ReportReading, resolved, result, unresolved } from './reportFields';
import { idsOf } from './swebenchSummary';

const failures: readonly (readonly [string, NoVerdictReason, string])[] = [
  ['no_generation', 'empty', 'no_generation'],
  ['install_fail', 'error', 'install_fail'],
  ['reset_failed', 'error', 'reset_failed'],
  ['no_apply', 'not-applied', 'no_apply'],
  ['test_timeout', 'time-out', 'test_timeout'],
];

/**
 * Report of SWE-bench up to 1.1.5 (formats.md A3), and `results.json` of the public experiments (`no_generation`,
 * `no_logs`, `resolved`). What ran and is in no list of failures is unresolved; `test_errored` ran, and is too.
 */
export const swebenchV1Report: ReportFormat = {
  name: 'swebench-v1-report',
  matches: (document) =>
    has(document, 'no_generation', 'resolved') &&
    Array.isArray(document['resolved']) &&
    (Object.hasOwn(document, 'with_logs') || Object.hasOwn(document, 'no_logs') || Object.hasOwn(document, 'applied')),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    const said = new Set<string>();
    const say = (name: string, outcome: Outcome): void => {
      for (const id of idsOf(fields[name], name, reading)) {
        reading.add(result(id, outcome, name));
        said.add(id);
      }
    };
    say('resolved', resolved);
    for (const [name, reason, detail] of failures) say(name, { kind: 'none', reason, detail });
    const logless: Outcome = { kind: 'none', reason: 'error', detail: 'no_logs' };
    for (const id of idsOf(fields['no_logs'], 'no_logs', reading))
      if (!said.has(id)) reading.add(result(id, logless, 'no_logs'));
    for (const name of ['applied', 'test_errored'] as const)
      for (const id of idsOf(fields[name], name, reading)) {
        if (said.has(id)) continue;
        said.add(id);
        reading.add(result(id, unresolved, name));
      }
    return reading.done('swebench-v1-report', 'SWE-bench 1', 'run');
  },
};

const marks: readonly (readonly [string, Outcome])[] = [
  ['>>>>> Patch Apply Failed', { kind: 'none', reason: 'not-applied' }],
  ['>>>>> Tests Timed Out', { kind: 'none', reason: 'time-out' }],
  ['>>>>> Reset Failed', { kind: 'none', reason: 'error', detail: 'Reset Failed' }],
  ['>>>>> Init Failed', { kind: 'none', reason: 'error', detail: 'Init Failed' }],
];

/** `<id>.<model>.eval.log`: ids hold no dot behind their last `-<number>`; the model's name may hold dots. */
export const v1LogName = (name: string): { readonly instanceId: string; readonly model: string } | null => {
  const found = /^(.+?__.+?-\d+)\.(.+)\.eval\.log$/.exec(name);
  return found?.[1] === undefined || found[2] === undefined ? null : { instanceId: found[1], model: found[2] };
};

/**
 * The log of one evaluation of SWE-bench up to 1.1.5. It says why there is no verdict; where the tests ran its outcome is
 * left open: that is for grading. `text` may be the log's beginning and end alone. Null where the name is another's.
 */
export const readV1Log = (text: string, place: ReportPlace): FoundReport | null => {
  const named = v1LogName(place.name);
  if (named === null) return null;
  const reading = new ReportReading(place.name);
  const mark = marks.find(([words]) => text.includes(words));
  reading.add(result(named.instanceId, mark?.[1] ?? null, mark?.[0] ?? 'log', { model: named.model }));
  return reading.done('swebench-v1-log', 'SWE-bench 1', 'instance');
};
