import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { readStep } from '../../../../src/app/trajectory/readStep';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

const message = (role: string, content: string) => ({ role, content });
const messages = [
  message('system', 'You help.'),
  message('user', 'Mend it.'),
  message('assistant', 'Looking.\n<function=bash>\n<parameter=command>ls</parameter>\n</function>'),
  message('user', 'a.py'),
];
const lineOf = (id: string) => `${JSON.stringify({ messages, instance_id: id })}\n`;

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const write = (name: string, text: string): string => {
  const file = join(folder.path, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe('opening trajectories', () => {
  it('finds several in one file and opens the one that is asked for', async () => {
    const file = write('set.jsonl', lineOf('one') + lineOf('two'));
    const opened = await openTrajectory(openTrajectoryFiles, file, { which: 'two' });
    expect(opened.all.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(opened.head.instanceId).toBe('two');
    const last = opened.entries.at(-1);
    expect(last?.preview).toBe('ls');
    const step = last && (await readStep(opened, last));
    expect(step?.observations[0]?.text).toBe('a.py');
  });

  it('gives entries as they become known, the same as at the end', async () => {
    const file = write('set.jsonl', lineOf('one'));
    const seen: number[] = [];
    const opened = await openTrajectory(openTrajectoryFiles, file, {
      onEntries: (entries) => seen.push(...entries.map(({ idx }) => idx)),
    });
    expect(seen).toEqual(opened.entries.map(({ idx }) => idx));
  });

  it('looks through a folder file by file', async () => {
    write('a/set.jsonl', lineOf('one'));
    write('b/set.jsonl', lineOf('two'));
    write('b/notes.txt', 'nothing');
    const opened = await openTrajectory(openTrajectoryFiles, folder.path);
    expect(opened.all.map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('says what it holds where another one is asked for, and that a file is none', async () => {
    const file = write('set.jsonl', lineOf('one'));
    await expect(openTrajectory(openTrajectoryFiles, file, { which: 'x' })).rejects.toThrow(/It holds one/);
    const other = write('other.json', '{"a":1}');
    await expect(openTrajectory(openTrajectoryFiles, other)).rejects.toThrow(/no trajectory of a known format/);
    await expect(openTrajectory(openTrajectoryFiles, join(folder.path, 'none'))).rejects.toThrow(/no such file/);
  });
});
