import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStep } from '../../../../../../src/app/trajectory/readStep';
import { trajectoryFormats } from '../../../../../../src/core/run/trajectory/formats/registry';
import { type MadeFile, type MadeFiles, type MadeFormat, madeFormats } from '../../../../../fakes/formatFiles';
import { checkOpened, openHostile, writeMade } from '../../../../../fakes/hostileTrajectory';
import { mutations } from '../../../../../fakes/mutateValue';
import { runs } from '../../../../../fakes/runs';
import { type TempFolder, tempFolder } from '../../../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const isNight = runs(1) > 1;
const mebibyte = 1024 * 1024;

const open = async (files: MadeFiles) => openHostile(writeMade(folder, files));

/** The same files with one value changed in each that is JSON. */
const changed = (files: MadeFiles, change: (value: unknown) => unknown): MadeFiles =>
  Object.fromEntries(
    Object.entries(files).map(([name, file]): readonly [string, MadeFile] => {
      if (file.kind === 'text') return [name, { kind: 'text', text: String(change(file.text)) }];
      if (file.kind === 'document') return [name, { kind: 'document', value: change(file.value) }];
      const values = change(file.values);
      return [name, { kind: 'lines', values: Array.isArray(values) ? values : [values] }];
    }),
  );

const deep = (value: unknown, change: (key: string, value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(key, deep(one, change))] as const));
};

const isId = /(?:^|_)(?:id|uuid|cause)$|Uuid$|Id$|ID$/;
const isTime = /time|stamp|created|started|ended/i;
let turn = 0;

/** Ways to spoil a trajectory that its format says nothing about. */
const hostile: readonly (readonly [string, (key: string, value: unknown) => unknown])[] = [
  ['all ids the same', (key, value) => (isId.test(key) && typeof value === 'string' ? 'same' : value)],
  ['each its own parent', (key, value) => (isId.test(key) && typeof value === 'number' ? 1 : value)],
  [
    'ids that are names of every object',
    (key, value) => (isId.test(key) && typeof value === 'string' ? '__proto__' : value),
  ],
  ['names that are those of every object', (key, value) => (key === 'name' || key === 'type' ? 'constructor' : value)],
  ['times going backwards', (key, value) => (isTime.test(key) ? backwards(value) : value)],
  ['times beyond any calendar', (key, value) => (isTime.test(key) && typeof value === 'number' ? 1e300 : value)],
  ['no text at all', (_, value) => (typeof value === 'string' ? '' : value)],
  [
    'markup and control characters',
    (_, value) => (typeof value === 'string' ? `${value}\u001b[31m\u202e<script>` : value),
  ],
];

const backwards = (value: unknown): unknown => {
  turn += 1;
  if (typeof value === 'number') return 2_000_000_000 - turn;
  return typeof value === 'string' ? new Date(Date.UTC(2026, 0, 1) - turn * 1000).toISOString() : value;
};

const sizes = (files: MadeFiles) => Object.keys(files).map((name) => path.join(folder.path, name));

describe('the formats', () => {
  it('each have a made trajectory that is known as theirs, with its steps', async () => {
    expect(madeFormats.map(({ name }) => name).sort()).toEqual(trajectoryFormats.map(({ name }) => name).sort());
  });
});

describe.each(madeFormats)('$name', ({ name, make }: MadeFormat) => {
  it('is known by its content, and its outputs are in its steps', async () => {
    const [opened] = await open(make(3, 'output-of-it\n'));
    expect(opened?.found.format.name).toBe(name);
    await checkOpened(opened as NonNullable<typeof opened>);
    const steps = await Promise.all((opened?.entries ?? []).map((entry) => readStep(opened as never, entry)));
    const shown = steps.flatMap(({ observations }) => observations.map(({ text }) => text)).join('');
    expect(shown.split('output-of-it').length - 1).toBe(3);
  });

  it('is read however its values are spoilt', async () => {
    const file = writeMade(folder, make(3, 'out\n'));
    const [whole] = await openHostile(file);
    for (let seed = 1; seed <= runs(12); seed += 1) {
      const spoilt = changed(make(3, 'out\n'), (value) => [...mutations(value, seed)].at(-1));
      writeMade(folder, spoilt);
      for (const opened of await openHostile(file, whole?.found ?? null)) await checkOpened(opened);
    }
  });

  it.each(hostile)('is read with %s', async (_, change) => {
    const file = writeMade(folder, make(4, 'out\n'));
    const [whole] = await openHostile(file);
    writeMade(
      folder,
      changed(make(4, 'out\n'), (value) => deep(value, change)),
    );
    for (const opened of await openHostile(file, whole?.found ?? null)) await checkOpened(opened);
  });

  it('is read with its records in the opposite order, and each twice', async () => {
    const file = writeMade(folder, make(4, 'out\n'));
    const [whole] = await openHostile(file);
    const turned = (value: unknown): unknown => (Array.isArray(value) ? [...value, ...value].reverse() : value);
    writeMade(
      folder,
      changed(make(4, 'out\n'), (value) => turned(deep(value, (_, one) => turned(one)))),
    );
    for (const opened of await openHostile(file, whole?.found ?? null)) await checkOpened(opened);
  });

  it('is read with bytes that are no UTF-8, and cut anywhere', async () => {
    const files = make(3, 'out\n');
    const file = writeMade(folder, files);
    const [whole] = await openHostile(file);
    const written = new Map(sizes(files).map((one) => [one, readFileSync(one)]));
    for (let seed = 1; seed <= runs(8); seed += 1) {
      for (const [one, bytes] of written) {
        const mark = createHash('sha256')
          .update(`${one.slice(folder.path.length)} ${seed}`)
          .digest();
        const at = mark.readUInt32LE(0) % bytes.length;
        const spoilt = Buffer.from(bytes);
        spoilt.fill(0xff, at, Math.min(bytes.length, at + 1 + ((mark[4] ?? 0) % 3)));
        folder.write(path.relative(folder.path, one), seed % 2 === 0 ? spoilt : spoilt.subarray(0, at));
      }
      for (const opened of await openHostile(file, whole?.found ?? null)) await checkOpened(opened);
    }
  });

  it('keeps an observation of many megabytes whole, and says where it is too long to be read', async () => {
    const length = isNight ? 100 * mebibyte : 5 * mebibyte;
    const [opened] = await open(make(1, `${'x'.repeat(length)}\n`));
    let longest = 0;
    let isSaid = opened === undefined || opened.warnings.some((words) => words.includes('MiB'));
    for (const entry of opened?.entries ?? [])
      for (const { text } of (await readStep(opened as never, entry)).observations) {
        longest = Math.max(longest, /x+/.exec(text)?.[0].length ?? 0);
        isSaid ||= text.includes('are left out here');
      }
    expect(longest === length || (isNight && isSaid)).toBe(true);
  });

  it('of many thousand steps is read to its end', async () => {
    const turns = isNight ? 300_000 : 3000;
    const [opened] = await open(make(turns, '.\n'));
    const least = name === 'opencode-storage' ? 200 : name === 'auto-code-rover' || name === 'aider-chat' ? turns : 1;
    expect(opened?.entries.length).toBeGreaterThanOrEqual(least);
    expect(opened?.entries.at(-1)?.idx).toBe(opened?.entries.length);
  });
});
