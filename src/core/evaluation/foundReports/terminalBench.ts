import type { Outcome } from '../outcome';
import type { FoundResult, ReportFormat } from './foundReport';
import { type Fields, has, isFields, ReportReading, resolved, result, textOf, unresolved } from './reportFields';

const isTrial = (value: unknown): value is Fields => has(value, 'task_id', 'is_resolved', 'trial_name');

/** The trial's outcome; `failure_mode` is a fact beside it (a trial may be resolved and have timed out). */
const outcomeOf = (trial: Fields): Outcome | null => {
  if (trial['is_resolved'] === true) return resolved;
  if (trial['is_resolved'] === false) return unresolved;
  const mode = textOf(trial['failure_mode']) ?? 'unset';
  if (mode === 'test_timeout' || mode === 'agent_timeout') return { kind: 'none', reason: 'time-out', detail: mode };
  return { kind: 'none', reason: 'error', detail: mode };
};

/** `fix-git.2-of-5.<run>`: the second attempt. */
const attemptOf = (trial: string | null): number | null => {
  const found = trial === null ? null : /\.(\d{1,6})-of-\d{1,6}(?:\.|$)/.exec(trial);
  return found?.[1] === undefined ? null : Number(found[1]);
};

const trialOf = (trial: Fields, field: string): FoundResult | null => {
  const task = textOf(trial['task_id']);
  const name = textOf(trial['trial_name']);
  return task === null ? null : result(task, outcomeOf(trial), field, { attempt: attemptOf(name), trial: name });
};

/** Terminal-Bench 1 `results.json` of one trial. */
export const terminalBenchTrial: ReportFormat = {
  name: 'terminal-bench-trial',
  matches: isTrial,
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const found = trialOf(document as Fields, 'is_resolved');
    if (found) reading.add(found);
    else reading.skip('task_id', 'task_id is no text; the trial names no task.');
    return reading.done('terminal-bench-trial', 'Terminal-Bench', 'instance');
  },
};

/** Terminal-Bench 1 `results.json` of a run: `{ results: [trial], n_resolved, accuracy, ... }`. */
export const terminalBenchRun: ReportFormat = {
  name: 'terminal-bench-run',
  matches: (document) =>
    isFields(document) && Array.isArray(document['results']) && document['results'].slice(0, 20).some(isTrial),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    ((document as Fields)['results'] as readonly unknown[]).forEach((trial, index) => {
      const found = isTrial(trial) ? trialOf(trial, `results[${index}].is_resolved`) : null;
      if (found) reading.add(found);
      else reading.skip(`results[${index}]`, 'No trial with task_id, trial_name and is_resolved; left out.');
    });
    return reading.done('terminal-bench-run', 'Terminal-Bench', 'run');
  },
};
