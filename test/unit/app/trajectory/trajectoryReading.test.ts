import { appendFileSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginReading, openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import type { TrajectoryReading } from '../../../../src/app/trajectory/trajectoryReading';
import { plainEntry } from '../../../../src/core/run/trajectory/stepEntries';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { sessionLines } from '../../../fakes/sessionLines';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
let file = '';
beforeEach(() => {
  folder = tempFolder();
  file = join(folder.path, 's.jsonl');
});
afterEach(() => folder.remove());

const read = async (): Promise<TrajectoryReading> => {
  const reading = await beginReading(openTrajectoryFiles, file);
  await reading.read();
  return reading;
};
const grow = (reading: TrajectoryReading): Promise<boolean> => reading.grow(openTrajectoryFiles);
const seen = ({ opened: { head, entries, warnings, faults } }: Pick<TrajectoryReading, 'opened'>) => ({
  ...{ head, warnings, faults },
  entries: entries.map(plainEntry),
});

describe('a trajectory whose file grows', () => {
  it('is read on from its old end, and is then what a reading of all of it would be', async () => {
    const text = sessionLines(12, (index) => 'é'.repeat(index)).join('');
    const bytes = Buffer.from(text);
    const first = sessionLines(1).join('').length;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: first, max: bytes.length }), { maxLength: 5 }), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), bytes.length];
        writeFileSync(file, bytes.subarray(0, ends[0]));
        const reading = await read();
        for (const [at, end] of ends.slice(1).entries()) {
          appendFileSync(file, bytes.subarray(ends[at], end));
          expect(await grow(reading)).toBe(true);
        }
        expect(seen(reading)).toEqual(seen({ opened: await openTrajectory(openTrajectoryFiles, file) }));
      }),
      { numRuns: 30 },
    );
  });

  it('holds a cut last line back until it is whole, and says so meanwhile', async () => {
    const lines = sessionLines(2);
    writeFileSync(file, lines.slice(0, -1).join('') + lines.at(-1)?.slice(0, 40));
    const reading = await read();
    expect(reading.opened.faults[0]).toMatch(/still written/);
    expect(reading.opened.entries).toHaveLength(3);
    appendFileSync(file, lines.at(-1)?.slice(40) ?? '');
    expect(await grow(reading)).toBe(true);
    expect(reading.opened.faults).toEqual([]);
    expect(reading.opened.entries).toHaveLength(3);
    expect(reading.opened.entries[2]?.records).toHaveLength(2);
  });

  it('says which steps stay as they are', async () => {
    const lines = sessionLines(3);
    writeFileSync(file, lines.slice(0, -1).join(''));
    const reading = await read();
    const { settled } = reading;
    const rows = reading.opened.entries.slice(0, settled).map(plainEntry);
    appendFileSync(file, lines.slice(-1).join(''));
    await grow(reading);
    expect(settled).toBeGreaterThan(0);
    expect(reading.opened.entries.slice(0, settled).map(plainEntry)).toEqual(rows);
  });

  it.each([
    ['was shortened', () => truncateSync(file, 600)],
    [
      'was replaced by another of its name',
      () => {
        writeFileSync(`${file}.new`, sessionLines(4).join(''));
        renameSync(`${file}.new`, file);
      },
    ],
    ['was changed before its end', () => writeFileSync(file, sessionLines(4, () => 'b.py').join(''))],
    [
      'has files of sub-agents beside it now',
      () => {
        writeFileSync(file, sessionLines(4).join(''));
        mkdirSync(join(folder.path, 's/subagents'), { recursive: true });
        writeFileSync(join(folder.path, 's/subagents/agent-a.jsonl'), '');
      },
    ],
  ])('is not read on where it %s', async (_what, change) => {
    writeFileSync(file, sessionLines(3).join(''));
    const reading = await read();
    change();
    expect(await grow(reading)).toBe(false);
  });

  it('is not read on where a document was written anew', async () => {
    file = join(folder.path, 'a.traj.json');
    const messages = [{ role: 'user', content: 'Mend it.' }];
    const text = () => JSON.stringify({ messages, info: {}, trajectory_format: 'mini-swe-agent-1' });
    writeFileSync(file, text());
    const reading = await read();
    messages.push({ role: 'assistant', content: 'x' });
    writeFileSync(file, text());
    expect(await grow(reading)).toBe(false);
  });
});
