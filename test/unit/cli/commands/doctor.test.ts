import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
let log: string;
beforeEach(() => {
  temp = tempFolder();
  vi.stubEnv('TOUCHSTONE_CACHE', temp.path);
  vi.stubEnv('TMPDIR', temp.path);
  log = temp.write('builds/touchstone-a-1.log', 'Step 1/2 : FROM x\n');
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

/** An engine that isn't there: what doesn't need one is looked at all the same. */
const nowhere = ['--endpoint', 'unix:///nowhere.sock'];

describe('touchstone doctor', () => {
  it('lists what could go, and removes nothing by listing', async () => {
    const { out } = await commandLine('doctor', ...nowhere, '--clean', '--dry-run');
    expect(out).toContain('Would be removed');
    expect(out).toContain(`- 1 build log (${join(temp.path, 'builds')}`);
    expect(out.match(/not looked at: No engine at/g)).toHaveLength(1);
    expect(existsSync(log)).toBe(true);
  });

  it('asks: without a terminal and --yes it is a no', async () => {
    const { err } = await commandLine('doctor', ...nowhere, '--clean');
    expect(err).toContain('Taken as no: give --yes.');
    expect(existsSync(log)).toBe(true);
  });

  it('removes after a yes, and tells it as JSON', async () => {
    const { out } = await commandLine('doctor', ...nowhere, '--clean', '--yes', '--json');
    const { cleanUp, works } = JSON.parse(out);
    expect(cleanUp).toMatchObject({ removed: ['1 build log'], items: [], dryRun: false });
    expect(works.evaluateDocker).toBe(false);
    expect(existsSync(log)).toBe(false);
  });

  it.each([['--images'], ['--dry-run'], ['--yes']])('takes %s with --clean alone', async (option) => {
    expect((await commandLine('doctor', ...nowhere, option)).code).toBe(2);
  });
});
