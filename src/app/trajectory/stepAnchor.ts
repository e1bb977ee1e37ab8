import type { StepAnchor } from '../../core/run/trajectory/stepAnchor';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { Sha256 } from '../../core/shared/hash';
import type { OpenedTrajectory } from './openTrajectory';

const mostBytes = 65_536;

const bytesOf = ({ records }: StepEntry): number => records.reduce((sum, { ref }) => sum + ref.end - ref.start, 0);

const hashOf = async (opened: OpenedTrajectory, sha256: Sha256, entry: StepEntry): Promise<string> => {
  const parts: string[] = [];
  for (const { ref } of entry.records.slice(0, 64)) {
    const length = ref.end - ref.start;
    const isLong = length > 2 * mostBytes;
    const first = await opened.files.bytes(ref.file, ref.start, isLong ? ref.start + mostBytes : ref.end);
    const last = isLong ? await opened.files.bytes(ref.file, ref.end - mostBytes, ref.end) : new Uint8Array();
    parts.push(`${length} ${sha256(first)} ${sha256(last)}`);
  }
  return sha256(parts.join('\n'));
};

/** The anchor of a step. */
export const anchorOf = async (opened: OpenedTrajectory, sha256: Sha256, entry: StepEntry): Promise<StepAnchor> => ({
  hash: await hashOf(opened, sha256, entry),
  bytes: bytesOf(entry),
  idx: entry.idx,
  start: entry.records[0]?.ref.start ?? 0,
});

/** How many steps of the same length are compared before an anchor counts as lost. */
const mostCompared = 200;

/** The step of an anchor: the one of its number where it is still the same, else the nearest with the same bytes. */
export const findAnchor = async (
  opened: OpenedTrajectory,
  sha256: Sha256,
  anchor: StepAnchor,
): Promise<StepEntry | null> => {
  const distance = ({ idx }: StepEntry) => Math.abs(idx - anchor.idx);
  const same = opened.entries.filter((entry) => bytesOf(entry) === anchor.bytes);
  for (const entry of same.sort((one, other) => distance(one) - distance(other)).slice(0, mostCompared))
    if ((await hashOf(opened, sha256, entry)) === anchor.hash) return entry;
  return null;
};
