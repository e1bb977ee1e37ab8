import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { readStep } from '../../src/app/trajectory/readStep';
import { stepTexts } from '../../src/core/run/trajectory/stepTexts';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { findQuery, foundIn, foundNaively } from '../fakes/foundIn';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const listing = path.join(data, 'trajectories', 'README.tsv');
const there = existsSync(listing);
if (!there) console.warn(`find in real trajectories skipped: no ${listing} (set TOUCHSTONE_DATA)`);

const files = there
  ? readFileSync(listing, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[0] || [])
      .filter((name) => existsSync(path.join(data, 'trajectories', name)))
      .filter((name) => statSync(path.join(data, 'trajectories', name)).isFile())
  : [];

/** Pieces of a few words out of the trajectory's own texts, from all over it. */
const needlesOf = (texts: readonly string[], count: number): readonly string[] => {
  const all = texts.join('\n').split('\n');
  return Array.from({ length: count }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / count)] ?? '')
    .map((line) => line.trim().slice(3, 25))
    .filter((needle) => needle.length > 3);
};

describe.skipIf(!there)('find in real trajectories', () => {
  it.each(files)('%s: finds what a search through every built text finds', async (name) => {
    const opened = await openTrajectory(openTrajectoryFiles, path.join(data, 'trajectories', name)).catch(() => null);
    if (opened === null) return;
    const texts: string[] = [];
    for (const entry of opened.entries.slice(0, 60))
      texts.push(...stepTexts(await readStep(opened, entry)).map(({ text }) => text));
    for (const needle of needlesOf(texts, 4)) {
      const query = findQuery(needle);
      expect((await foundIn(opened, query)).steps, needle).toEqual(await foundNaively(opened, query));
    }
  });
});
