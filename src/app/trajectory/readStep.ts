import type { RawRef, Step } from '../../core/run/trajectory/step';
import type { RawRecord, RecordCut } from '../../core/run/trajectory/trajectoryFormat';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { OpenedTrajectory } from './openTrajectory';

const whole: RecordCut = { kind: 'whole' };

const readRecord = async (opened: OpenedTrajectory, ref: RawRef, place: string): Promise<RawRecord> => {
  const cut = opened.found.parts.find(({ path }) => path === ref.file)?.cut ?? whole;
  return opened.files.record(ref, place, cut);
};

/** The records of a step, read again by their places. */
export const readRecords = async (
  opened: OpenedTrajectory,
  { records: places }: Pick<StepEntry, 'records'>,
): Promise<readonly RawRecord[]> => {
  const records: RawRecord[] = [];
  for (const { ref, place } of places) records.push(await readRecord(opened, ref, place));
  return records;
};

/** A step in full: its records are read again, and it is built as it was while indexing. */
export const readStep = async (opened: OpenedTrajectory, entry: StepEntry): Promise<Step> => {
  const records = await readRecords(opened, entry);
  return opened.found.format.build({ agentId: entry.agentId, records, facts: entry.facts }, entry.idx);
};
