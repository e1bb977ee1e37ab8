import type { Instance } from '../../core/instance/instance';
import { type HiddenFromRater, hidesTestPatch } from '../../core/study/hiddenFromRater';
import type { SideFile } from '../../protocol/app';
import type { BlindRow, BlindView } from './blindView';
import { closedNow, type Rules } from './rule';

const none = { added: 0, removed: 0 };

/** What a person may know of an instance's row: its checklist stays, what else the benchmark says of it may be gold. */
export const blindInstance = (instance: Instance, hidden: HiddenFromRater): Instance => {
  if (!hidesTestPatch(hidden)) return instance;
  const { checklists } = instance.extra;
  return {
    ...instance,
    ...{ testPatch: null, evalScript: null },
    ...(hidden.gold ? { goldPatch: null, hints: null } : {}),
    extra: checklists === undefined ? {} : { checklists },
  };
};

const asStatement = (instance: Instance, view: BlindView): Instance =>
  instance.statement === null ? instance : { ...instance, statement: view.words.text(instance.statement) };

/** The row whose predictions file is meant; null: none is, or it is of none that is judged here. */
const rowOf = (view: BlindView, instanceId: string, predictionsPath: string | null): BlindRow | null => {
  if (predictionsPath === null || predictionsPath === '') return null;
  const rows = view.rowsOf(instanceId);
  return view.rowAt(predictionsPath) ?? rows.find(({ row }) => row.predictionsPath === predictionsPath) ?? null;
};

/** Gold is open where it is for the row, or for the instance as a whole. */
const hiddenFor = (
  view: BlindView,
  instanceId: string,
  predictionsPath: string | null,
): Pick<HiddenFromRater, 'gold' | 'tests'> => {
  const row = rowOf(view, instanceId, predictionsPath)?.hidden;
  const all = view.instanceHidden(instanceId);
  return { gold: all.gold && row?.gold !== false, tests: (row ?? all).tests };
};

const realPath = (view: BlindView, path: string): string => {
  const real = view.realPath(path);
  if (real === null) throw closedNow();
  return real;
};

const withoutGold = (files: readonly SideFile[]): readonly SideFile[] =>
  files.flatMap((file) => (file.inModel ? [{ ...file, inGold: false, gold: none }] : []));

const masked = <T extends string | null>(view: BlindView, text: T): T =>
  (text === null ? null : view.words.text(text)) as T;

/** Rows, patches and comparisons: the model's code by a path that tells nothing, gold as far as it may be seen. */
export const comparisonRules: Pick<
  Rules,
  | 'readInstance'
  | 'readRow'
  | 'readPatch'
  | 'readCode'
  | 'planComparison'
  | 'hunkMap'
  | 'readSide'
  | 'compareByRunning'
  | 'openWorkspace'
> = {
  readInstance: async (view, q, inner) => {
    const instance = await inner(q);
    return instance && asStatement(blindInstance(instance, view.instanceHidden(q.instanceId)), view);
  },
  readRow: async (view, q, inner) => {
    // A row of predictions names its model.
    const { model } = view.hidden;
    if (hidesTestPatch(view.instanceHidden(q.instanceId)) || (model && !view.isDataset(q.datasetPath)))
      throw closedNow();
    return inner(q);
  },
  readPatch: async (view, q, inner) =>
    masked(view, await inner({ ...q, predictionsPath: realPath(view, q.predictionsPath) })),
  readCode: async (view, q, inner) => {
    const row = view.rowAt(q.predictionsPath)?.row;
    const attempt = row?.attempt ?? q.attempt;
    return masked(view, await inner({ ...q, attempt, predictionsPath: realPath(view, q.predictionsPath) }));
  },
  planComparison: async (view, q, inner) => {
    const path = q.predictionsPath;
    const plan = await inner({ ...q, predictionsPath: path === null ? null : realPath(view, path) });
    if (!hiddenFor(view, q.instanceId, path).gold) return plan;
    return { ...plan, files: withoutGold(plan.files), goldIsPatch: false, isGoldHidden: true };
  },
  hunkMap: (view, { predictionsPath: path, isGoldHidden, ...q }, inner) =>
    inner({
      ...q,
      predictionsPath: path === null ? null : realPath(view, path),
      isGoldHidden: isGoldHidden || hiddenFor(view, q.instanceId, path).gold,
    }),
  readSide: async (view, q, inner) => {
    const path = q.predictionsPath;
    if (q.side === 'gold' && hiddenFor(view, q.instanceId, path).gold) throw closedNow();
    return inner({ ...q, predictionsPath: path === null ? null : realPath(view, path) });
  },
  compareByRunning: async (view, q, inner) => {
    const { gold, tests } = hiddenFor(view, q.instanceId, q.predictionsPath);
    if (gold || tests) throw closedNow();
    return inner({ ...q, predictionsPath: realPath(view, q.predictionsPath) });
  },
  openWorkspace: async (view, q, inner) => {
    if (q.withTestPatch && hidesTestPatch(view.instanceHidden(q.instanceId))) throw closedNow();
    return inner(q);
  },
};
