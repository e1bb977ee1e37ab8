import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JournalEvent } from '../../../../src/core/evaluation/record';
import { JournalFile } from '../../../../src/io/store/journalFile';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
let path: string;
beforeEach(() => {
  temp = tempFolder();
  path = join(temp.path, 'journal.jsonl');
});
afterEach(() => temp.remove());

const event = (repeat: number): JournalEvent => ({ kind: 'intent', instanceId: 'a', model: 'm', repeat, at: 'now' });
const repeats = () =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).repeat);

it('writes every line, one right after the other and many at once, in their order', async () => {
  const file = await JournalFile.open(path);
  for (let n = 0; n < 20; n++) await file.append(event(n));
  await Promise.all(Array.from({ length: 20 }, (_, n) => file.append(event(20 + n))));
  expect(repeats()).toEqual(Array.from({ length: 40 }, (_, n) => n));
  await file.close();
});

it('ends a torn line before it writes its own, and leaves the torn one out of what was there', async () => {
  writeFileSync(path, `${JSON.stringify(event(1))}\n{"kind":"int`);
  const file = await JournalFile.open(path);
  expect(file.earlier).toEqual([event(1)]);
  await file.append(event(2));
  await file.close();
  expect((await JournalFile.open(path)).earlier).toEqual([event(1), event(2)]);
});
