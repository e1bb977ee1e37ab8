import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { timeText } from '../../core/shared/timeText';
import type { EvaluationRun, Flaky } from '../../protocol/evaluationRuns';

const count = (n: number): string => n.toLocaleString('en-US');

type Counts = Pick<EvaluationRun['progress'], 'resolved' | 'unresolved' | 'scored' | 'noVerdict'>;

/** `✓7 ✗4 ◌1`, as in every list; '' where nothing has ended. */
const countSigns = ({ resolved, unresolved, scored, noVerdict }: Counts): string =>
  (
    [
      ['✓', resolved],
      ['✗', unresolved],
      ['◐', scored],
      ['◌', noVerdict],
    ] as const
  )
    .filter(([, n]) => n > 0)
    .map(([sign, n]) => `${sign}${count(n)}`)
    .join(' ');

/** The same in words, what failed first: `1 no verdict, 4 unresolved, 7 resolved`. */
const countWords = ({ resolved, unresolved, scored, noVerdict }: Counts): string =>
  (
    [
      ['no verdict', noVerdict],
      ['unresolved', unresolved],
      ['resolved', resolved],
      ['scored', scored],
    ] as const
  )
    .filter(([, n]) => n > 0)
    .map(([word, n]) => `${count(n)} ${word}`)
    .join(', ');

/** '' where nothing is known, and where it takes longer than was expected: then nobody knows. */
const leftWords = (leftMs: number | null): string =>
  leftMs === null || leftMs < 500 ? '' : `${timeText(leftMs)} left`;

const endWords = ({ end }: EvaluationRun): string => {
  if (end === null) return '';
  if (end.kind === 'done') return 'ended';
  return end.kind === 'cancelled' ? 'cancelled' : 'stopped';
};

const stateWords = (run: EvaluationRun): string => {
  if (run.end !== null) return endWords(run);
  return run.progress.state === 'running' ? '' : run.progress.state;
};

/** Beside the run's name: `12/40 · ✓7 ✗4 ◌1 · 3 min left`. */
export const runDescription = (run: EvaluationRun): string => {
  const { progress } = run;
  const left = run.end === null && progress.state === 'running' ? leftWords(progress.leftMs) : '';
  const parts = [stateWords(run), `${count(progress.done)}/${count(progress.total)}`, countSigns(progress), left];
  return parts.filter(Boolean).join(' · ');
};

/** The run for who hears it: every part with its word. */
export const runSpoken = (run: EvaluationRun): string => {
  const { progress } = run;
  const left = run.end === null ? leftWords(progress.leftMs) : '';
  const parts = [
    run.title,
    stateWords(run) || 'running',
    `${count(progress.done)} of ${count(progress.total)} done`,
    countWords(progress),
    left,
  ];
  return shownText(parts.filter(Boolean).join(', '));
};

/** What came out of a run that ended, what failed first. */
export const outcomeOfRun = (run: EvaluationRun): string => {
  const { progress, end } = run;
  const counts = countWords(progress) || 'nothing was evaluated';
  const open = progress.total - progress.done;
  const rest = open > 0 ? `; ${count(open)} not evaluated` : '';
  if (end?.kind === 'failed') return `stopped: ${end.message} ${counts}${rest}.`;
  const flaky = end?.kind === 'done' && end.flaky !== null ? flakyWords(end.flaky) : '';
  return `${[flaky, counts].filter(Boolean).join('; ')}${rest}`;
};

const flakyWords = ({ predictions, tests }: Flaky): string => {
  if (predictions === 0) return 'no flaky test seen';
  const what = tests > 0 ? `${counted(tests, 'flaky test')}; ` : '';
  return `${what}repeats disagree on ${counted(predictions, 'prediction')}`;
};

interface Sum {
  readonly done: number;
  readonly total: number;
  readonly leftMs: number | null;
  readonly paused: boolean;
}

/** Several runs as one: they take turns, so the time left is that of the longest. */
const sumOf = (runs: readonly EvaluationRun[]): Sum => {
  const left = runs.map(({ progress }) => progress.leftMs);
  return {
    done: runs.reduce((sum, { progress }) => sum + progress.done, 0),
    total: runs.reduce((sum, { progress }) => sum + progress.total, 0),
    leftMs: left.includes(null) ? null : Math.max(0, ...left.map((ms) => ms ?? 0)),
    paused: runs.every(({ progress }) => progress.state === 'paused'),
  };
};

/** Text of the status item over the runs that go on; its icon stands still for who wants no motion. */
export const statusText = (runs: readonly EvaluationRun[], motion: boolean): string => {
  const { done, total, leftMs, paused } = sumOf(runs);
  const state = paused ? 'paused' : leftWords(leftMs);
  const icon = paused ? 'debug-pause' : motion ? 'sync~spin' : 'sync';
  return `$(${icon}) ${[`${count(done)}/${count(total)}`, state].filter(Boolean).join(' · ')}`;
};

export const statusSpoken = (runs: readonly EvaluationRun[]): string => {
  const { done, total, leftMs, paused } = sumOf(runs);
  const state = paused ? 'paused' : leftWords(leftMs);
  return [`Touchstone evaluations: ${count(done)} of ${count(total)} done`, state].filter(Boolean).join(', ');
};

/** Text in a cell of a markdown table: nothing of it is a mark, a link or the cell's end. */
const cell = (text: string): string =>
  shownText(text)
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&');

/** Cells with room between them, which the hover's own tables don't have. */
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | &nbsp;&nbsp;')} |`;

/** A table of the runs that go on, in markdown. */
export const statusTable = (runs: readonly EvaluationRun[]): string => {
  const rows = runs.map(({ title, progress }) => {
    const { done, total, resolved, unresolved, noVerdict, state, leftMs } = progress;
    const left = state === 'running' ? leftWords(leftMs) || 'unknown' : state;
    const cells = [title, `${count(done)}/${count(total)}`, count(resolved), count(unresolved), count(noVerdict), left];
    return rowOf(cells.map(cell));
  });
  const heads = rowOf(['Run', 'Done', 'Resolved', 'Unresolved', 'No verdict', 'Time']);
  return [heads, '| :-- | --: | --: | --: | --: | --: |', ...rows].join('\n');
};
