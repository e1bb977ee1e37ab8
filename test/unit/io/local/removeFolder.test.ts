import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { throwAway } from '../../../fakes/throwAway';

/** Root may enter every folder, so this is run as nobody where the tests are run as root. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const script = `
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { removeFolder } from './src/io/local/removeFolder';
const root = process.argv[2] + '/job';
mkdirSync(root + '/a/b', { recursive: true });
writeFileSync(root + '/a/b/file', '');
symlinkSync('/etc', root + '/a/link');
chmodSync(root + '/a/b', 0);
chmodSync(root + '/a', 0o500);
rm(root, { recursive: true, force: true })
  .then(() => 'removed', (error) => error.code)
  .then((plain) => removeFolder(root).then(() => console.log(plain, existsSync(root), existsSync('/etc'))));
`;

it('removes folders that the job closed to everybody', async () => {
  const folder = await throwAway('remove ü ');
  const outfile = join(folder, 'script.cjs');
  const stdin = { contents: script, resolveDir: process.cwd(), loader: 'ts' } as const;
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' });
  await chmod(folder, 0o777);
  const { stdout, stderr } = spawnSync(process.execPath, [outfile, folder], { encoding: 'utf8', ...asNobody });
  expect(stderr).toBe('');
  expect(stdout).toBe('EACCES false true\n');
});
