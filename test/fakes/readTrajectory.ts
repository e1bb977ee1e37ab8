import type { Step } from '../../src/core/run/trajectory/step';
import type { Trajectory } from '../../src/core/run/trajectory/trajectory';
import type { RawRecord, RecordCut, StepGroup, TrajectoryFormat } from '../../src/core/run/trajectory/trajectoryFormat';

const record = (value: unknown, place: string, start: number, file: string): RawRecord => ({
  ref: { file, start, end: start + 1, at: [] },
  place,
  value,
  broken: null,
});

/** Records of a value as a file of it would be cut; a record's byte range is its ordinal. */
export const recordsOf = (value: unknown, cut: RecordCut, file = 'file'): readonly RawRecord[] => {
  const found: RawRecord[] = [];
  const add = (one: unknown, place: string): void => void found.push(record(one, place, found.length, file));
  if (cut.kind !== 'document') {
    for (const one of cut.kind !== 'whole' && Array.isArray(value) ? value : [value]) add(one, '');
    return found;
  }
  for (const [key, member] of Object.entries(value ?? {}))
    for (const one of cut.arrays.includes(key) && Array.isArray(member) ? member : [member]) add(one, key);
  return found;
};

export interface ReadTrajectory {
  readonly head: Trajectory;
  readonly steps: readonly Step[];
}

/** What a format reads from records. Groups go through JSON as the index keeps them, records through their ranges. */
export const readRecords = (
  format: TrajectoryFormat,
  records: readonly RawRecord[],
  options: { readonly cut?: boolean; readonly version?: string | null } = {},
): ReadTrajectory => {
  const reader = format.open(options.version ?? null);
  const groups: StepGroup[] = records.flatMap((one) => reader.take(one));
  groups.push(...reader.end(options.cut ?? false));
  const kept = groups.map((group) => ({
    ...group,
    facts: JSON.parse(JSON.stringify(group.facts)) as StepGroup['facts'],
  }));
  return { head: reader.head(), steps: kept.map((group, index) => format.build(group, index + 1)) };
};
