import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ownSeconds } from '../../../fakes/sessionCommandCases';
import { sleepers } from '../../../fakes/sleepers';
import { throwAway } from '../../../fakes/throwAway';

const bundleOwner = async (): Promise<string> => {
  const outfile = join(await throwAway('owner-'), 'owner.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../../../fakes/localSessionProcess.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
  });
  return outfile;
};

it.skipIf(process.platform !== 'linux')(
  'a session whose owner is killed ends with its commands and its folder, at once and by itself',
  { timeout: 120_000 },
  async () => {
    const seconds = ownSeconds();
    const owner = spawn(process.execPath, [await bundleOwner(), seconds], { stdio: ['ignore', 'pipe', 'inherit'] });
    const root = await new Promise<string>((resolve) => {
      owner.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    });
    expect(existsSync(root)).toBe(true);
    while ((await sleepers(seconds)).length < 2) await pause(50);
    owner.kill('SIGKILL');
    while (existsSync(root) || (await sleepers(seconds)).length > 0) await pause(50);
  },
);
