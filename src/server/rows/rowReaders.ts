import { detectRow } from '../../core/dataset/detectRow';
import { readAnyRow } from '../../core/dataset/readAnyRow';
import { readPrediction } from '../../core/run/prediction/readPrediction';
import { readSamples } from '../../core/run/prediction/readSamples';
import type { Problem } from '../../core/shared/problem';
import { listFaults } from './faults/listFaults';
import { patchFaults } from './faults/patchFaults';
import { reportFaults } from './faults/reportFaults';
import { summaryFaults } from './faults/summaryFaults';
import type { RowKindName, RowLook } from './rowFacts';

/** What a row is called; its faults go into the look's list. */
interface RowNames {
  readonly id: string | null;
  /** Fields that may hold the id; the first that is there counts. */
  readonly names: readonly string[];
  readonly title: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const sayAll = (
  { found, fields, text }: RowLook,
  problems: readonly Problem[],
  severity: 'error' | 'warning',
): void => {
  for (const { field, reason } of problems) found.field(severity, text, fields, field, reason);
};

const firstLine = (statement: string | null): string | null =>
  /\S[^\n\r]*/.exec(statement ?? '')?.[0].slice(0, 200) ?? null;

const readInstance = (look: RowLook, value: unknown): RowNames => {
  const kind = detectRow(value);
  const reading = readAnyRow(value, '');
  if (kind.kind !== 'instance' || reading === null) return { id: null, names: [], title: null };
  if (reading.kind === 'skipped') sayAll(look, [reading.problem], 'error');
  else sayAll(look, reading.notes, 'warning');
  const { listFields, list } = kind.format;
  for (const field of [listFields.patch, listFields.testPatch]) if (field !== null) patchFaults(look, field);
  listFaults(look);
  const { id, statement } = list(look.row);
  return { id, names: [...listFields.id].reverse(), title: firstLine(statement) };
};

const readAnswer = (look: RowLook, value: unknown): RowNames => {
  const reading = readPrediction(value, '', look.key);
  const names = ['instance_id', 'number'];
  if (reading.kind === 'skipped') {
    sayAll(look, [reading.problem], 'error');
    return { id: textOf(look.row['instance_id']) ?? look.key, names, title: null };
  }
  sayAll(look, reading.notes, 'warning');
  const field = ['model_patch', 'patch', 'fix_patch'].find((name) => look.fields.has(name));
  if (field) patchFaults(look, field, true);
  return { id: reading.prediction.instanceId, names, title: reading.prediction.model };
};

const readCode = (look: RowLook, value: unknown): RowNames => {
  const { samples, skipped } = readSamples(value, '', look.key);
  sayAll(look, skipped, 'error');
  const [first] = samples;
  return { id: first?.instanceId ?? null, names: ['task_id', 'question_id'], title: first?.model ?? null };
};

const readReport = (look: RowLook): RowNames => {
  reportFaults(look);
  const { instance_id: id, resolved } = look.row;
  const title = typeof resolved === 'boolean' ? (resolved ? 'resolved' : 'not resolved') : null;
  return { id: textOf(id) ?? look.key, names: ['instance_id'], title };
};

const readSummary = (look: RowLook): RowNames => {
  summaryFaults(look);
  return { id: null, names: [], title: 'summary of a run' };
};

/** One reader for each kind of row; none throws for bad data. */
export const rowReaders: Readonly<Record<RowKindName, (look: RowLook, value: unknown) => RowNames>> = {
  instance: readInstance,
  prediction: readAnswer,
  samples: readCode,
  report: readReport,
  summary: readSummary,
};
