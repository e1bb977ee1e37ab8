import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../fakes/commandLine';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const temp = tempFolder();
const before = process.env['TOUCHSTONE_CACHE'];
beforeAll(() => {
  process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
  cpSync(join(import.meta.dirname, '..', '..', 'samples', 'quickstart'), temp.path, { recursive: true });
});
afterAll(() => {
  if (before === undefined) delete process.env['TOUCHSTONE_CACHE'];
  else process.env['TOUCHSTONE_CACHE'] = before;
  temp.remove();
});

const trajectory = (run: string, pullRequest: number): string =>
  join(temp.path, 'runs', run, 'trajectories', `touchstone-samples__spandrel-${pullRequest}.traj.json`);

const testAt = (file: string, step: number, ...more: readonly string[]) =>
  commandLine('trajectory', file, '--at', String(step), '--test', '--backend', 'docker', '--yes', ...more);

/** Containers of jobs whose run is one of a step. */
const containers = async (): Promise<number> => {
  const found = await new Docker().listContainers({ all: true, filters: { label: ['dev.touchstone.run=step-5'] } });
  return found.length;
};

describe.skipIf(!dockerAnswers)('tests at a step, in a container', () => {
  it('of the failed run: one of two at step 5, none before it, and no container is left', async () => {
    const file = trajectory('kestrel-1', 14);
    const { out, code } = await testAt(file, 5);
    expect(out).toContain('step 5: unresolved; FAIL_TO_PASS 1 of 2, PASS_TO_PASS 27 of 27');
    expect(code).toBe(0);
    expect((await testAt(file, 4)).out).toContain('step 4: unresolved; FAIL_TO_PASS 0 of 2');
    expect(await containers()).toBe(0);
  }, 240_000);

  it('of the run that edits a helper of the tests: as it left it, and with the helper restored', async () => {
    const file = trajectory('heron-2', 31);
    const steps = JSON.parse((await commandLine('trajectory', file, '--json')).out) as {
      totals: { visibleSteps: number };
    };
    const last = String(steps.totals.visibleSteps);
    const asLeft = await testAt(file, Number(last));
    expect(asLeft.err).toContain("The agent's test/helpers.js is used.");
    const restored = await testAt(file, Number(last), '--restore-tests');
    expect(restored.err).toContain('test/helpers.js: as in base, not as the agent left it.');
  }, 240_000);
});
