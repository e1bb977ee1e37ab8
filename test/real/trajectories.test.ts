import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTrajectories } from '../../src/app/trajectory/findTrajectories';
import { indexTrajectory } from '../../src/app/trajectory/openTrajectory';
import { readStep } from '../../src/app/trajectory/readStep';
import { plainEntry } from '../../src/core/run/trajectory/stepEntries';
import { entryOf } from '../../src/core/run/trajectory/trajectoryIndex';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const listing = path.join(data, 'trajectories', 'README.tsv');
const there = existsSync(listing);
if (!there) console.warn(`real trajectories skipped: no ${listing} (set TOUCHSTONE_DATA)`);

const isFile = (name: string): boolean => existsSync(path.join(data, 'trajectories', name));
const listed = there
  ? readFileSync(listing, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[0] || [])
      .filter((name) => isFile(name) && statSync(path.join(data, 'trajectories', name)).isFile())
  : [];

const openAll = async (name: string) => {
  const file = path.join(data, 'trajectories', name);
  const files = await openTrajectoryFiles(file);
  const all = await findTrajectories(files);
  return Promise.all(all.map((found) => indexTrajectory(file, files, all, found)));
};

describe.skipIf(!there)('real trajectories', () => {
  it.each(listed)('%s: each step read again by its place is the step of the index', async (name) => {
    for (const opened of await openAll(name))
      for (const entry of opened.entries) {
        const step = await readStep(opened, entry);
        const group = { agentId: entry.agentId, records: [], facts: entry.facts };
        expect({ ...entryOf(step, group), records: entry.records }).toEqual(plainEntry(entry));
      }
  });

  it.each([
    ['mini-swe-agent/v2/django__django-13590.traj.json', 'mini-swe-agent-2'],
    ['claude-code/session_small_1.0.98.jsonl', 'claude-code-session'],
  ])('%s is known as %s, with steps', async (name, format) => {
    const [opened, ...others] = await openAll(name);
    expect(others).toEqual([]);
    expect(opened?.found.format.name).toBe(format);
    expect(opened?.entries.length).toBeGreaterThan(0);
  });
});
