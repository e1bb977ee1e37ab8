import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { EnvironmentFault } from '../../core/shared/problem';
import { shownText } from '../../core/shared/shownText';
import { makeExecutable } from './executables';
import { addNativeWrapper } from './nativeWrapper';
import { addNodeRuntime } from './nodeRuntime';
import { addPythonRuntime, findPython, sitePackages } from './pythonRuntime';

const installMs = 20 * 60_000;

/** Runs an installer to its end; what it said last is in the fault. */
const install = async (
  program: string,
  args: readonly string[],
  cwd: string,
  title: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const options = {
    cwd,
    reject: false,
    all: true,
    stdin: 'ignore',
    timeout: installMs,
    maxBuffer: 16 * 1024 ** 2,
  } as const;
  const end = await execa(program, args, signal === undefined ? options : { ...options, cancelSignal: signal });
  signal?.throwIfAborted();
  if (end.exitCode === 0) return;
  if (end.code === 'ENOENT')
    throw new EnvironmentFault(
      'program',
      `${title} is installed by ${program}, which this machine hasn't got; install it.`,
    );
  const said = (end.all ?? '').trim().split('\n').slice(-4).join(' ').slice(-600);
  const why = end.timedOut ? 'its twenty minutes were over' : said;
  throw new EnvironmentFault('program', `${title} could not be installed by ${program} ${args[0]}: ${shownText(why)}`);
};

/** Scripts of packages are not run: nothing of a stranger's code runs on this machine. */
const byNpm = async (
  folder: string,
  packages: readonly string[],
  title: string,
  signal?: AbortSignal,
): Promise<void> => {
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--no-update-notifier'];
  const cache = path.join(folder, '.npm-logs');
  await install('npm', [...args, `--logs-dir=${cache}`, '--logs-max=0', '--', ...packages], folder, title, signal);
};

/** Wheels alone: a source package would run its own set-up here. */
const byPip = async (
  folder: string,
  target: string,
  packages: readonly string[],
  title: string,
  signal?: AbortSignal,
) => {
  const args = ['-m', 'pip', 'install', '--only-binary=:all:', '--no-input', '--disable-pip-version-check'];
  await install('python3', [...args, '--target', path.join(folder, target), '--', ...packages], folder, title, signal);
};

/** Fills an empty folder with an agent's runtime and its packages. */
export const fillLayer = async (manifest: AgentManifest, folder: string, signal?: AbortSignal): Promise<void> => {
  const { install: wish, runtime, title } = manifest;
  await mkdir(folder, { recursive: true });
  if (wish?.kind === 'folder') await cp(wish.path, folder, { recursive: true, verbatimSymlinks: true });
  // The forwarder needs one of the two, so a program of its own comes with Node as well.
  if (runtime !== 'python') await addNodeRuntime(folder, await nodeProgram());
  if (runtime === 'native') await addNativeWrapper(folder);
  if (runtime === 'python') {
    const python = await findPython();
    await addPythonRuntime(folder, python);
    if (wish?.kind === 'pip') await byPip(folder, sitePackages(python), wish.packages, title, signal);
  }
  if (wish?.kind !== 'npm') return;
  await byNpm(folder, wish.packages, title, signal);
  await makeExecutable(path.join(folder, 'node_modules'));
};

/** Where the `node` of the PATH lies: behind a version manager's shim as well. */
const nodeProgram = async (): Promise<string> => {
  const { stdout } = await execa('node', ['-p', 'process.execPath'], { stdin: 'ignore', timeout: 20_000 });
  return stdout.trim();
};
