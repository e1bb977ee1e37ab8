import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { canaryKey } from './canary';
import { commandLine } from './commandLine';
import { type ChatServerReply, chatServer } from './modelServers/chatServer';
import { tempFolder } from './tempFolder';

const root = join(import.meta.dirname, '..', '..');
export const temp = tempFolder();
afterAll(() => temp.remove());

export const instance = 'touchstone-samples__spandrel-21';

export const goldPatch = (() => {
  const rows = readFileSync(join(root, 'samples/quickstart/datasets/spandrel.jsonl'), 'utf8').trim().split('\n');
  const row = rows.map((line) => JSON.parse(line)).find(({ instance_id }) => instance_id === instance);
  return (row as { readonly patch: string }).patch;
})();

export const change = `echo ${Buffer.from(goldPatch).toString('base64')} | base64 -d | git apply`;

/** A study of its own with the agents given, and a model behind a server that wants a key. */
export const studyOf = async (name: string, replies: readonly ChatServerReply[]) => {
  const study = join(temp.path, name);
  cpSync(join(root, 'samples', 'quickstart'), study, { recursive: true });
  cpSync(join(root, 'agents', 'example'), join(study, 'agents'), { recursive: true });
  const server = chatServer(replies.map((reply) => ({ kind: 'reply', reply })));
  const baseUrl = `${await server.open()}/v1`;
  onTestFinished(() => server.close());
  const model = { id: 'served', protocol: 'openai', model: 'served-model', baseUrl, key: 'SERVED_KEY' };
  // A person's own file: one that came with a study must not send a key anywhere.
  const modelsFile = join(temp.path, `${name}.models.yaml`);
  writeFileSync(modelsFile, JSON.stringify({ models: [model] }));
  process.env['TOUCHSTONE_MODELS'] = modelsFile;
  process.env['SERVED_KEY'] = canaryKey();
  process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
  const dataset = join(study, 'datasets', 'spandrel.jsonl');
  const run = (agent: string, ...more: readonly string[]) =>
    commandLine(
      ...['run', '--dataset', dataset, '--study', study, '--instance', instance, '--yes'],
      ...['--agent', agent, '--model', 'served', '--run', 'tried', ...more],
    );
  return { study, server, run, folder: join(study, 'runs', 'tried') };
};

export const predictionIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'predictions.jsonl'), 'utf8').trim()) as Record<string, unknown>;

export const endIn = (folder: string): Record<string, unknown> =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ kind }) => kind === 'ended') ?? {};

/** Containers of runs, and folders of sockets, that are left. */
export const leftOver = () => [
  ...execFileSync('docker', ['ps', '-aq', '--filter', `label=dev.touchstone.run=tried`], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== ''),
  ...readdirSync(tmpdir()).filter((name) => name.startsWith('touchstone-gw-') && !before.has(name)),
];
const before = new Set(readdirSync(tmpdir()));
