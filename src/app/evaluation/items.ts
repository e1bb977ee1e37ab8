import { isFolderName } from '../../core/dataset/validity';
import type { PredictionSource } from '../../core/evaluation/evaluationWish';
import type { Instance } from '../../core/instance/instance';
import { aliasOf } from '../../core/instance/instanceAlias';
import { folderOfInstance } from '../../core/instance/instanceFolder';
import type { Prediction } from '../../core/run/prediction/prediction';
import type { FilePort } from '../../core/shared/files';
import { InputFault, type Problem } from '../../core/shared/problem';
import { folderOf, nameOf, stemOf } from '../../core/study/studyPath';
import { readPredictions } from '../readPredictions';
import type { EvaluationItem } from './request';

export interface GatheredItems {
  readonly items: readonly EvaluationItem[];
  readonly problems: readonly Problem[];
  /** The run's usual id: `gold`, `base`, the folder or the stem of the predictions file. */
  readonly runId: string;
}

/** `runs/<id>/predictions.jsonl` belongs to run `<id>`; any other file to the run of its own name. */
const runIdOf = (path: string): string => {
  const stem = stemOf(path);
  return ['predictions', 'preds', 'all_preds'].includes(stem) ? nameOf(folderOf(path)) : stem;
};

const fromGold = (instances: readonly Instance[]): GatheredItems => ({
  runId: 'gold',
  items: instances.flatMap((instance) =>
    instance.goldPatch === null
      ? []
      : [{ instance, model: 'gold', subject: 'gold' as const, patch: instance.goldPatch }],
  ),
  problems: instances
    .filter((instance) => instance.goldPatch === null)
    .map(({ id }) => ({ where: id, field: 'patch', reason: 'The row has no gold patch, so none was evaluated.' })),
});

const fromBase = (instances: readonly Instance[]): GatheredItems => ({
  runId: 'base',
  items: instances.map((instance) => ({ instance, model: 'base', subject: 'base' as const, patch: null })),
  problems: [],
});

/** Base beside gold of each instance that has both, so that an instance is done before the next begins. */
const forCheck = (instances: readonly Instance[]): GatheredItems => {
  const gold = fromGold(instances);
  const items = gold.items.flatMap((item) => [...fromBase([item.instance]).items, item]);
  return { runId: 'check', items, problems: gold.problems };
};

const fromPredictions = (
  predictions: readonly Prediction[],
  instances: ReadonlyMap<string, Instance>,
  wanted: ReadonlySet<string> | null,
  path: string,
): GatheredItems => {
  const runId = runIdOf(path);
  const items: EvaluationItem[] = [];
  const problems: Problem[] = [];
  const known = new Map([...instances].map(([id, instance]) => [aliasOf(id), instance]));
  for (const { instanceId, model, patch, kind } of predictions) {
    if (wanted !== null && !wanted.has(instanceId)) continue;
    const instance = instances.get(instanceId) ?? known.get(aliasOf(instanceId));
    if (kind === 'code')
      problems.push({
        where: `${nameOf(path)} ${instanceId}`,
        field: 'completion',
        reason: 'A solution that is code, not a patch; this version opens it but does not run it.',
      });
    else if (instance !== undefined) items.push({ instance, model: model ?? runId, subject: 'patch', patch });
    else
      problems.push({
        where: `${nameOf(path)} ${instanceId}`,
        field: 'instance_id',
        reason: 'The dataset has no such instance, so the prediction was not evaluated.',
      });
  }
  return { runId, items, problems };
};

/** Leaves out what can't be written: the instance and the model are folders of the harness's layout. */
const writable = (gathered: GatheredItems): GatheredItems => {
  const problems: Problem[] = [];
  const items = gathered.items.filter(({ instance, model }) => {
    const named = folderOfInstance(instance.id) !== null;
    const ok = named && isFolderName(model.replaceAll('/', '__'));
    const field = named ? 'model_name_or_path' : 'instance_id';
    const shown = JSON.stringify((field === 'instance_id' ? instance.id : model).slice(0, 200));
    const reason = `${field} ${shown} can't name a folder, so this was not evaluated. Rename it.`;
    if (!ok) problems.push({ where: instance.id, field, reason });
    return ok;
  });
  return { ...gathered, items, problems: [...gathered.problems, ...problems] };
};

const pick = (instances: readonly Instance[], wanted: readonly string[]): readonly Instance[] => {
  if (wanted.length === 0) return instances;
  const missing = wanted.find((id) => !instances.some((instance) => instance.id === id));
  if (missing !== undefined) throw new InputFault(`The dataset has no instance "${missing}"; check --instance.`);
  return instances.filter((instance) => wanted.includes(instance.id));
};

const gather = async (
  files: FilePort,
  all: readonly Instance[],
  wanted: readonly string[],
  source: PredictionSource,
  signal?: AbortSignal,
): Promise<GatheredItems> => {
  const instances = pick(all, wanted);
  if (source.kind === 'gold') return fromGold(instances);
  if (source.kind === 'base') return fromBase(instances);
  if (source.kind === 'check') return forCheck(instances);
  if (source.kind === 'patch') {
    const { model, patch } = source;
    const items = instances.map((instance) => ({ instance, model, subject: 'patch' as const, patch }));
    return { runId: model, items, problems: [] };
  }
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const only = wanted.length === 0 ? null : new Set(wanted);
  const fromFile = async (path: string): Promise<GatheredItems> => {
    const read = await readPredictions(files, path, signal);
    const gathered = fromPredictions(read.predictions, byId, only, path);
    return { ...gathered, problems: [...read.skipped, ...gathered.problems] };
  };
  if (source.kind === 'file') return fromFile(source.path);
  const read: GatheredItems[] = [];
  for (const path of source.paths) read.push(await fromFile(path));
  return together(read);
};

/** Several files as one schedule: each item keeps the run of its own file. */
const together = (gathered: readonly GatheredItems[]): GatheredItems => ({
  runId: gathered[0]?.runId ?? 'predictions',
  items: gathered.flatMap(({ runId, items }) => items.map((item) => ({ ...item, runId }))),
  problems: gathered.flatMap(({ problems }) => problems),
});

/**
 * Joins instances with what is to be tried on them; what can't be evaluated is in `problems`. Throws InputFault where an
 * instance that was named isn't there.
 */
export const gatherItems = async (...asked: Parameters<typeof gather>): Promise<GatheredItems> =>
  writable(await gather(...asked));
