import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolders } from '../../../../src/io/local/jobFolders';
import { cleanFolders, writeOwner } from '../../../../src/io/local/leftovers';

const makeJob = async (change: (owner: Record<string, unknown>) => Record<string, unknown>): Promise<string> => {
  const { root } = await makeFolders();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeOwner(root, randomUUID(), { 'dev.touchstone.run': 'left' });
  const file = join(root, 'owner.json');
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
  return root;
};

/** A process id that was in use and is not any more. */
const gonePid = (): number => spawnSync('true').pid;

it.skipIf(process.platform !== 'linux')(
  'what a killed process left is ended and removed; what somebody waits for is not',
  async () => {
    const job = randomUUID();
    const stray = spawn('sleep', ['86396'], {
      env: { PATH: process.env['PATH'], TOUCHSTONE_JOB: job },
      detached: true,
    });
    onTestFinished(() => void stray.kill('SIGKILL'));
    const ended = new Promise((resolve) => stray.once('exit', (_code, signal) => resolve(signal)));
    const left = await makeJob((owner) => ({ ...owner, pid: gonePid(), job }));
    const mine = await makeJob((owner) => owner);
    const elsewhere = await makeJob((owner) => ({ ...owner, pid: gonePid(), host: 'another machine' }));
    const foreign = await makeJob(() => ({ pid: 'x', job: '' }));
    const dry = await cleanFolders(true);
    expect(dry.removed).toContain(left);
    expect(existsSync(left)).toBe(true);
    const { removed, kept } = await cleanFolders(false);
    expect(removed).toContain(left);
    expect(await ended).toBe('SIGKILL');
    expect([left, mine, elsewhere, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true, true]);
    expect(kept).toContain(`${mine}: its owner, process ${process.pid}, is running`);
  },
);
