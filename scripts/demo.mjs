// `npm run demo`: VS Code with the extension and a fresh copy of the sample study. The installed `code` where there is
// one, else the VS Code of the tests on a local page. `--page` takes the page in any case; `--check` opens it in a
// headless browser, waits for the sample, and ends.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineAnswers } from './engine.mjs';
import { ensurePackages } from './packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, page: { type: 'boolean', default: false } },
});

/** Runs a program of ours to its end and ends with its exit code where that isn't 0. */
const run = (program, args, env = {}) => {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
};

const freshSample = () => {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'touchstone-demo-')), 'quickstart');
  fs.cpSync(path.join(root, 'samples', 'quickstart'), folder, { recursive: true });
  return folder;
};

const installedCode = () => {
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code', 'code-insiders', 'codium'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => fs.existsSync(file)) ?? null;
};

const openInstalled = (code, folder) => {
  console.log(`Opening ${code} with the sample in ${folder}`);
  run(code, ['--new-window', `--extensionDevelopmentPath=${root}`, folder], { TOUCHSTONE_DEMO: '1' });
};

const openPage = (folder) => {
  const vsix = path.join(root, 'out', 'touchstone.vsix');
  run('npm', ['run', '--silent', 'package', '--', '-o', vsix]);
  const flags = values.check ? ['--check'] : [];
  run(process.execPath, ['scripts/runTypeScript.mjs', 'test/ui/demo.ts', folder, vsix, ...flags]);
};

ensurePackages();
const code = values.page || values.check ? null : installedCode();
if (code) run(process.execPath, ['scripts/build.mjs']);
if (!(await engineAnswers()))
  console.log('No Docker engine answers: patches can be evaluated on this machine only (Touchstone asks first).');
const folder = freshSample();
if (code) openInstalled(code, folder);
else openPage(folder);
