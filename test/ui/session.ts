import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { Workbench, type WorkbenchOptions } from './workbench';

/**
 * One VS Code for all tests of a file: opened before the first, closed after the last; a failed test leaves a picture
 * in out/ui. `prepare` fills the folder that is opened. Returns a function that gives the workbench inside a test.
 */
export const useWorkbench = (
  prepare: (folder: string) => void | Promise<void>,
  options: Omit<WorkbenchOptions, 'folder'> = {},
): (() => Workbench) => {
  let workbench: Workbench | undefined;
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tsw-'));
  const folder = path.join(scratch, 'study');
  beforeAll(async () => {
    fs.mkdirSync(folder);
    await prepare(folder);
    workbench = await Workbench.open({ ...options, folder });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`Picture: ${await workbench?.screenshot(`failed ${task.name}`)}`);
  });
  afterAll(async () => {
    await workbench?.close();
    fs.rmSync(scratch, { recursive: true, force: true });
  });
  return () => {
    if (!workbench) throw new Error('The workbench is opened before the first test and not earlier.');
    return workbench;
  };
};
