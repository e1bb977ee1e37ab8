import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JudgeFile } from '../../../../src/io/store/judgeFile';
import { throwAway } from '../../../fakes/throwAway';

test("a judge's file has one writer while it is asked for, and none after it, however that ended", async () => {
  const folder = await throwAway('touchstone-judge-');
  const lock = join(folder, 'judge', 'own.lock');
  const store = new JudgeFile(folder, 'own');
  expect(await store.held(async () => existsSync(lock))).toBe(true);
  expect(existsSync(lock)).toBe(false);
  const broken = store.held(async () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(existsSync(lock)).toBe(false);
});
