import { shortId } from '../../core/instance/shortId';
import { shownText } from '../../core/shared/shownText';
import { timeText } from '../../core/shared/timeText';
import type { ModelRun, ModelRunItem, ModelRunsApi } from '../../protocol/modelRuns';
import { liveFirst } from './liveFirst';
import {
  againOf,
  endText,
  limitWords,
  modelItemDescription,
  modelRunDescription,
  modelRunHover,
} from './modelRunWords';

type Unfinished = Awaited<ReturnType<ModelRunsApi['unfinishedModelRuns']>>[number];

interface Common {
  /** Stays the same while the row means the same thing: by it selection and folds are kept. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** For who hears it: every part with its word. */
  readonly spoken: string;
}

/** A row below "Model runs" of the Evaluations view, and that one. */
export type ModelRunRow = Common &
  (
    | { readonly kind: 'modelRuns' }
    | { readonly kind: 'modelRun'; readonly modelRun: ModelRun }
    | { readonly kind: 'modelItem'; readonly modelRun: ModelRun; readonly item: ModelRunItem }
    | { readonly kind: 'modelFault' }
    | { readonly kind: 'modelUnfinished'; readonly unfinished: Unfinished }
  );

/** Rows below one run at the most: those that go on first. */
const mostItems = 500;

/** The group, where there is something in it. */
export const modelGroup = (runs: readonly ModelRun[], unfinished: readonly Unfinished[]): readonly ModelRunRow[] => {
  if (runs.length + unfinished.length === 0) return [];
  const live = runs.filter(({ end }) => end === null).length;
  const description = live > 0 ? `${live} running` : '';
  const spoken = `Model runs${description === '' ? '' : `, ${description}`}`;
  return [{ kind: 'modelRuns', key: 'model runs', label: 'Model runs', description, tooltip: spoken, spoken }];
};

/** Runs that go on, what was found unfinished, then what has ended, the last one first. */
export const modelRunRows = (
  runs: readonly ModelRun[],
  unfinished: readonly Unfinished[],
  now: number,
): readonly ModelRunRow[] =>
  liveFirst(
    runs,
    unfinished.map((each) => unfinishedRow(each, now)),
    runRow,
  );

const runRow = (modelRun: ModelRun): ModelRunRow => ({
  kind: 'modelRun',
  modelRun,
  key: `model ${modelRun.id}`,
  label: shownText(modelRun.title),
  description: modelRunDescription(modelRun),
  tooltip: modelRunHover(modelRun),
  spoken: shownText(`${modelRun.title}, ${modelRunDescription(modelRun).replaceAll(' · ', ', ')}`),
});

const unfinishedRow = (unfinished: Unfinished, now: number): ModelRunRow => {
  const { runId, done, total, at } = unfinished;
  const far = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} done`;
  const ago = `begun ${timeText(now - Date.parse(at))} ago`;
  return {
    kind: 'modelUnfinished',
    unfinished,
    key: `model unfinished ${runId}`,
    label: shownText(runId),
    description: `not finished · ${far} · ${ago}`,
    tooltip: shownText(`${runId}: ${far}. Its window was closed or its process ended. Resume goes on where it stood.`),
    spoken: shownText(`${runId}, not finished, ${far}, ${ago}`),
  };
};

const order: Readonly<Record<ModelRunItem['state'], number>> = { running: 0, ended: 1, kept: 2, waiting: 3 };

/** What is below a run: why it stopped, then its attempts, those that go on first. */
export const modelItemRows = (modelRun: ModelRun): readonly ModelRunRow[] => {
  const text = endText(modelRun);
  const sorted = [...modelRun.items].sort((a, b) => order[a.state] - order[b.state]);
  return [
    ...(text === '' ? [] : [faultRow(modelRun, text)]),
    ...sorted.slice(0, mostItems).map((item) => itemRow(modelRun, item)),
  ];
};

const faultRow = ({ id }: ModelRun, text: string): ModelRunRow => {
  const words = shownText(text);
  return { kind: 'modelFault', key: `model ${id} fault`, label: words, description: '', tooltip: words, spoken: words };
};

const itemRow = (modelRun: ModelRun, item: ModelRunItem): ModelRunRow => {
  const several = modelRun.runIds.length > 1;
  const name = `${item.instanceId}${several ? `, attempt ${item.attempt}` : ''}`;
  const words = modelItemDescription(item, modelRun.end);
  const more = [limitWords(modelRun, item), item.fault ?? ''].filter(Boolean).join('\n');
  return {
    kind: 'modelItem',
    modelRun,
    item,
    key: `model ${modelRun.id} ${item.runId} ${item.instanceId}`,
    label: shownText(`${shortId(item.instanceId)}${several ? ` #${item.attempt}` : ''}`),
    description: words,
    tooltip: shownText(`${name}: ${words}${more === '' ? '' : `\n${more}`}`),
    spoken: shownText(`${name}, ${words.replaceAll(' · ', ', ')}${more === '' ? '' : `, ${more}`}`),
  };
};

/** What menus and keys of a row go by. */
export const modelContextOf = (row: ModelRunRow): string => {
  if (row.kind === 'modelItem')
    return `model.item.${row.item.state}${row.item.trajectory === null ? '' : '.trajectory'}`;
  if (row.kind !== 'modelRun') return row.kind === 'modelUnfinished' ? 'model.unfinished' : `model.${row.kind}`;
  if (row.modelRun.end === null) return 'model.run.running';
  return againOf(row.modelRun).length > 0 ? 'model.run.ended.failed' : 'model.run.ended';
};
