import { fieldsAt, isFields, numberAt, textAt } from '../fields';
import type { RawRecord, RecordCut, TrajectoryFormat, TrajectorySample } from '../trajectoryFormat';
import { inspectFolder, sampleArrays } from './inspectEval/inspectFolder';
import { InspectReader, inspectName } from './inspectEval/inspectReader';
import { inspectStep } from './inspectEval/inspectStep';
import { pieceOf } from './inspectEval/messagePool';
import { isOfLog } from './inspectEval/sampleFacts';

const logCut: RecordCut = { kind: 'document', arrays: ['samples'] };
const sampleCut: RecordCut = { kind: 'document', arrays: sampleArrays };

const isLog = (value: unknown): boolean => fieldsAt(value, 'eval') !== null && textAt(value, 'eval', 'task') !== null;

const isSample = (value: unknown): boolean =>
  isFields(value) && numberAt(value, 'epoch') !== null && ['id', 'events'].every((key) => Object.hasOwn(value, key));

const detect = (sample: TrajectorySample): { readonly cut: RecordCut; readonly version: string | null } | null => {
  const [value] = sample.values;
  if (isSample(value)) return { cut: sampleCut, version: null };
  if (!isLog(value) || !isFields(value) || !Object.hasOwn(value, 'samples')) return null;
  const version = numberAt(value, 'version');
  return { cut: logCut, version: version === null ? null : String(version) };
};

/** The members of a sample inside a log's document, as they would come from a document of its own. */
const membersOf = (record: RawRecord): readonly RawRecord[] => {
  if (!isFields(record.value)) return [record];
  return Object.entries(record.value).flatMap(([key, value]) => {
    if (!sampleArrays.includes(key) || !Array.isArray(value)) return [pieceOf(record, key, key)];
    return value.map((_, index) => pieceOf(record, key, key, index));
  });
};

const idOf = (sample: unknown): string | null => {
  const number = numberAt(sample, 'id');
  return number === null ? textAt(sample, 'id') : String(number);
};

/** Logs of Inspect AI (inspect_ai.log): `.eval` archives of versions 2 and 3 in each layout, and `.json` documents. */
export const inspectEval: TrajectoryFormat = {
  name: inspectName,
  title: 'Inspect AI log',
  detect,
  open: (version) => new InspectReader(version),
  build: inspectStep,
  split: (record) =>
    record.place === 'samples'
      ? { instanceId: idOf(record.value), records: membersOf(record) }
      : { instanceId: null, records: [], isShared: isOfLog(record.place) },
  folder: inspectFolder,
};
