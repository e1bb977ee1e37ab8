import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/** The command line as one file, made from the sources as they are now; gives its path. */
export const buildCli = async (folder: string): Promise<string> => {
  const outfile = join(folder, 'cli.cjs');
  await build({
    entryPoints: [join(root, 'src', 'cli', 'bin.ts')],
    outfile,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    external: ['cpu-features', '*.node'],
    logLevel: 'silent',
  });
  return outfile;
};

export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedProcess>;
}

/** Starts the built command line as a process of its own, without a terminal. */
export const startCli = (cli: string, args: readonly string[]): RunningProcess => {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  const ended = new Promise<EndedProcess>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, ended };
};
