import { multiSweBenchId } from '../../dataset/formats/multiSweBench';
import type { Problem } from '../../shared/problem';
import type { Prediction } from './prediction';

export type PredictionReading =
  | { readonly kind: 'prediction'; readonly prediction: Prediction; readonly notes: readonly Problem[] }
  | { readonly kind: 'skipped'; readonly problem: Problem };

type Fields = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

const patchFields = ['model_patch', 'patch', 'fix_patch'] as const;

const idOf = (row: Fields, key: string | null): string | null => {
  const id = row['instance_id'];
  if (typeof id === 'string' && id !== '') return id;
  return id === undefined || id === null ? (multiSweBenchId(row) ?? key) : null;
};

/** SWE-bench Pro's `prefix` is what its results are named after: the model. */
const modelOf = (row: Fields): string | null => {
  const model = row['model_name_or_path'] ?? row['prefix'];
  return typeof model === 'string' ? model : null;
};

const skip = (where: string, field: string | null, reason: string): PredictionReading => ({
  kind: 'skipped',
  problem: { where, field, reason },
});

const restOf = (row: Fields, used: string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => !['instance_id', 'model_name_or_path', 'prefix', used].includes(name)),
  );

const notesOf = (
  row: Fields,
  id: string,
  key: string | null,
  field: string | undefined,
): readonly [string, string][] => {
  const notes: [string, string][] = [];
  const model = row['model_name_or_path'];
  if (field === undefined) notes.push(['model_patch', 'model_patch is missing; read as no patch (null).']);
  if (model !== undefined && model !== null && typeof model !== 'string')
    notes.push(['model_name_or_path', `model_name_or_path: text expected, ${kindOf(model)} found; read as unknown.`]);
  if (key !== null && key !== id && typeof row['instance_id'] === 'string')
    notes.push([
      'instance_id',
      `The key "${key}" and instance_id "${id}" differ; instance_id counts, as in the harness.`,
    ]);
  return notes;
};

/**
 * One row of a predictions file in any shape of formats.md A2: `{ instance_id, model_name_or_path, model_patch }`,
 * SWE-bench Pro's `patch`, Multi-SWE-bench's `org, repo, number, fix_patch`. `key` is the row's key in an object by
 * id; it names the instance only where the row does not. The patch is kept as it is: null, empty, CRLF or prose.
 */
export const readPrediction = (value: unknown, where: string, key: string | null): PredictionReading => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return skip(where, null, `An object with instance_id and model_patch expected, ${kindOf(value)} found.`);
  const row = value as Fields;
  const id = idOf(row, key);
  if (id === null) {
    const found = row['instance_id'] === '' ? 'an empty text' : kindOf(row['instance_id']);
    return skip(where, 'instance_id', `instance_id: text expected, ${found} found. Say which instance it answers.`);
  }
  const field = patchFields.find((name) => Object.hasOwn(row, name));
  const patch = field === undefined ? null : row[field];
  if (patch !== null && typeof patch !== 'string')
    return skip(where, field ?? null, `${field}: text or null expected, ${kindOf(patch)} found. Write one string.`);
  const prediction: Prediction = {
    instanceId: id,
    model: modelOf(row),
    patch,
    kind: 'patch',
    code: null,
    attempt: 1,
    extra: restOf(row, field),
  };
  const notes = notesOf(row, id, key, field).map(([name, reason]) => ({ where, field: name, reason }));
  return { kind: 'prediction', prediction, notes };
};
