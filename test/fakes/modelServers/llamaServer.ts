import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { canaryKey } from '../canary';

/**
 * Python with `llama-cpp-python[server]` and `gguf`, made once, which takes about ten minutes:
 * `python3 -m venv ~/.cache/touchstone-llama/venv && ~/.cache/touchstone-llama/venv/bin/pip install 'llama-cpp-python[server]' gguf`
 */
const python = join(homedir(), '.cache', 'touchstone-llama', 'venv', 'bin', 'python');

/** Why the real server isn't tried; null: it is. */
export const llamaLeftOut = (): string | null =>
  existsSync(python) ? null : `${python} is not there; test/fakes/modelServers/llamaServer.ts says how to make it`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const answers = async (address: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${canaryKey()}` };
  return fetch(`${address}/v1/models`, { headers, signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );
};

export interface LlamaServer {
  readonly address: string;
  close(): Promise<void>;
}

/** llama.cpp's server of Python over a model of drawn weights, which takes the tests' key alone. */
export const openLlamaServer = async (folder: string): Promise<LlamaServer> => {
  const model = join(folder, 'tiny.gguf');
  execFileSync(python, [join(import.meta.dirname, 'tinyModel.py'), model], { timeout: 30_000 });
  const port = await freePort();
  const args = [
    '-m',
    'llama_cpp.server',
    '--model',
    model,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--n_ctx',
    '512',
  ];
  const server: ChildProcess = spawn(python, [...args, '--api_key', canaryKey()], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
  };
  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    if (await answers(address)) return { address, close };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new Error('The server of llama.cpp did not begin to answer.');
};
