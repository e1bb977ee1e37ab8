import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { shortId } from '../../core/instance/shortId';
import type { RunItemKey, RunningItem } from '../../core/run/schedule/runProgress';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { timeText } from '../../core/shared/timeText';
import type { EndedItem, EvaluationRun, UnfinishedRun } from '../../protocol/evaluationRuns';
import { outcomeOfRun, runDescription, runSpoken } from './evaluationWords';
import { liveFirst } from './liveFirst';

interface Common {
  /** Stays the same while the row means the same thing: by it selection and folds are kept. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** For who hears it: every part with its word. */
  readonly spoken: string;
}

/** A row of the Evaluations view. */
export type EvaluationRow = Common &
  (
    | { readonly kind: 'run'; readonly run: EvaluationRun }
    | { readonly kind: 'running'; readonly run: EvaluationRun; readonly item: RunItemKey }
    | { readonly kind: 'waiting' }
    | { readonly kind: 'ended'; readonly run: EvaluationRun; readonly item: EndedItem }
    | { readonly kind: 'fault' }
    | { readonly kind: 'unfinished'; readonly unfinished: UnfinishedRun }
  );

const itemKey = ({ model, instanceId, repeat }: RunItemKey): string => JSON.stringify([model, instanceId, repeat]);

/** Who it is, in full, for hovers and for who hears it. */
const itemName = ({ instanceId, model, repeat }: RunItemKey, { repeats }: EvaluationRun): string =>
  `${instanceId}, ${model}${repeats > 1 ? `, repeat ${repeat}` : ''}`;

const itemLabel = ({ instanceId, repeat }: RunItemKey, { repeats }: EvaluationRun): string =>
  shownText(`${shortId(instanceId)}${repeats > 1 ? ` #${repeat}` : ''}`);

/** The rows at the top: runs that go on, what was found unfinished, then what has ended, the last one first. */
export const runRows = (
  runs: readonly EvaluationRun[],
  unfinished: readonly UnfinishedRun[],
  now: number,
): readonly EvaluationRow[] =>
  liveFirst(
    runs,
    unfinished.map((each) => unfinishedRow(each, now)),
    runRow,
  );

const runRow = (run: EvaluationRun): EvaluationRow => ({
  kind: 'run',
  run,
  key: run.progress.id,
  label: shownText(run.title),
  description: runDescription(run),
  tooltip: shownText(`${run.title}\n${run.end === null ? runDescription(run) : outcomeOfRun(run)}`),
  spoken: runSpoken(run),
});

const unfinishedRow = (unfinished: UnfinishedRun, now: number): EvaluationRow => {
  const { runId, title, done, total, at } = unfinished;
  const ago = `begun ${timeText(now - Date.parse(at))} ago`;
  const far = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} done`;
  return {
    kind: 'unfinished',
    unfinished,
    key: `unfinished ${runId}`,
    label: shownText(title),
    description: `not finished · ${far} · ${ago}`,
    tooltip: shownText(`${title}: ${far}. Its window was closed or its process ended. Resume goes on where it stood.`),
    spoken: shownText(`${title}, not finished, ${far}, ${ago}`),
  };
};

/** What is below a run: what is running, what waits, then what ended without a verdict. */
export const itemRows = (run: EvaluationRun): readonly EvaluationRow[] => {
  const { progress, noVerdict, end } = run;
  const fault = end?.kind === 'failed' ? end.message : progress.fault;
  return [
    ...(fault === null ? [] : [faultRow(run, fault)]),
    ...progress.running.map((item) => runningRow(run, item)),
    ...(progress.waiting > 0 ? [waitingRow(run)] : []),
    ...noVerdict.map((item) => endedRow(run, item)),
  ];
};

const faultRow = ({ progress }: EvaluationRun, fault: string): EvaluationRow => {
  const text = shownText(fault);
  return { kind: 'fault', key: `${progress.id} fault`, label: text, description: '', tooltip: text, spoken: text };
};

const runningRow = (run: EvaluationRun, item: RunningItem): EvaluationRow => {
  const since = timeText(item.sinceMs);
  const label = itemLabel(item, run);
  return {
    kind: 'running',
    run,
    item: { instanceId: item.instanceId, model: item.model, repeat: item.repeat },
    key: `${run.progress.id} ${itemKey(item)}`,
    label,
    description: shownText(`${item.phase} · ${since}`),
    tooltip: shownText(`${itemName(item, run)}: ${item.phase} since ${since}`),
    spoken: shownText(`${itemName(item, run)}, ${item.phase}, since ${since}`),
  };
};

const waitingRow = ({ progress, end }: EvaluationRun): EvaluationRow => {
  const words = `${progress.waiting.toLocaleString('en-US')} ${end === null ? 'waiting' : 'not evaluated'}`;
  const text = counted(progress.waiting, 'evaluation');
  const said = end === null ? `${text} not begun yet` : `${text} not begun; Evaluate Run goes on with them`;
  return {
    kind: 'waiting',
    key: `${progress.id} waiting`,
    label: words,
    description: progress.state === 'paused' ? 'until the run goes on' : '',
    tooltip: said,
    spoken: said,
  };
};

const endedRow = (run: EvaluationRun, item: EndedItem): EvaluationRow => {
  const words = outcomeWords(item.outcome);
  return {
    kind: 'ended',
    run,
    item,
    key: `${run.progress.id} ended ${itemKey(item)}`,
    label: itemLabel(item, run),
    description: shownText(words),
    tooltip: shownText(`${itemName(item, run)}: ${words}\n${item.reason}`),
    spoken: shownText(`${itemName(item, run)}, ${words}: ${item.reason}`),
  };
};

/** What menus and keys of a row go by. */
export const contextOf = (row: EvaluationRow): string => {
  if (row.kind !== 'run') return `evaluation.${row.kind}`;
  const { run } = row;
  if (run.end === null) return `evaluation.run.${run.progress.state}`;
  return run.progress.noVerdict > 0 || run.progress.done < run.progress.total
    ? 'evaluation.run.ended.open'
    : 'evaluation.run.ended';
};
