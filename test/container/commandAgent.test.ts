import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { canaryKey, filesWithCanary } from '../fakes/canary';
import { commandLine } from '../fakes/commandLine';
import { type ChatServerReply, chatServer } from '../fakes/modelServers/chatServer';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

/** Real agents from the registries are many megabytes: they run by night. */
const night = process.env['TOUCHSTONE_NIGHT'] === '1';
const minutes = 60_000;

const root = join(import.meta.dirname, '..', '..');
const temp = tempFolder();
afterAll(() => temp.remove());

const instance = 'touchstone-samples__spandrel-21';

const goldPatch = (() => {
  const rows = readFileSync(join(root, 'samples/quickstart/datasets/spandrel.jsonl'), 'utf8').trim().split('\n');
  const row = rows.map((line) => JSON.parse(line)).find(({ instance_id }) => instance_id === instance);
  return (row as { readonly patch: string }).patch;
})();

const call = (command: string): ChatServerReply => ({
  content: 'I run this.',
  calls: [{ id: 'call_1', name: 'bash', arguments: JSON.stringify({ command }) }],
});

const change = `echo ${Buffer.from(goldPatch).toString('base64')} | base64 -d | git apply`;

/** What an agent could find of the key, and of the world. */
const look = 'env; cat /proc/*/environ | tr "\\0" "\\n"; ls -R /opt/touchstone/gateway; cat /proc/net/dev | wc -l';

/** A study of its own with the agents given, and a model behind a server that wants a key. */
const studyOf = async (name: string, replies: readonly ChatServerReply[]) => {
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

const predictionIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'predictions.jsonl'), 'utf8').trim()) as Record<string, unknown>;

const endIn = (folder: string): Record<string, unknown> =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ kind }) => kind === 'ended') ?? {};

/** Containers of runs, and folders of sockets, that are left. */
const leftOver = () => [
  ...execFileSync('docker', ['ps', '-aq', '--filter', `label=dev.touchstone.run=tried`], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== ''),
  ...readdirSync(tmpdir()).filter((name) => name.startsWith('touchstone-gw-') && !before.has(name)),
];
const before = new Set(readdirSync(tmpdir()));

/** Everything that a program can do to stay: children of its own sessions, deaf to TERM, and no end of words. */
const unruly = `
const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
for (let i = 0; i < 5; i++)
  spawn('bash', ['-c', 'trap "" TERM HUP; while :; do date >> /testbed/still-here; sleep 0.05; done'], { detached: true, stdio: 'ignore' }).unref();
require('node:fs').writeFileSync('/testbed/mine.txt', 'mine\\n');
const words = 'x'.repeat(65536) + '\\n';
const more = () => { while (process.stdout.write(words)); process.stdout.once('drain', more); };
more();
`;

describe.skipIf(!dockerAnswers)('an agent that is a program in the container', () => {
  it('solves the task through the gateway; its trajectory opens, its patch is graded, its key is nowhere', async () => {
    const replies = [call(look), call(change), { content: 'Done.' }];
    const { study, server, run, folder } = await studyOf('solved', replies);
    const ended = await run('small-agent', '--evaluate');
    expect(ended.out + ended.err).toContain('1 resolved, 0 unresolved');
    expect(endIn(folder)).toMatchObject({ status: 'submitted', calls: 3, fault: null });
    expect(predictionIn(folder)['model_patch']).toBe(goldPatch);
    const trajectory = join(folder, 'trajectories', `${instance}.stream.jsonl`);
    const steps = await commandLine('trajectory', trajectory, '--steps');
    expect(steps.out).toContain('echo ZGlm');
    const seen = readFileSync(trajectory, 'utf8');
    expect(seen).toContain('OPENAI_API_KEY=sk-no-key-in-the-sandbox');
    expect(server.seen).toHaveLength(3);
    expect(filesWithCanary(study)).toEqual([]);
    expect(leftOver()).toEqual([]);
  });

  it('gets nowhere by staying on: its time ends it with all it started, and what it changed until then is kept', async () => {
    const { study, run, folder } = await studyOf('unruly', []);
    mkdirSync(join(study, 'agents', 'unruly'));
    writeFileSync(join(study, 'agents', 'unruly', 'agent.js'), unruly);
    const manifest = readFileSync(join(study, 'agents', 'small-agent.yaml'), 'utf8');
    const own = manifest.replaceAll('small-agent', 'unruly').replace('seconds: 900', 'seconds: 1');
    writeFileSync(join(study, 'agents', 'unruly.yaml'), own);
    await run('unruly');
    expect(endIn(folder)).toMatchObject({ status: 'limit_time', calls: 0 });
    expect(String(predictionIn(folder)['model_patch'])).toContain('+mine');
    expect(leftOver()).toEqual([]);
  });

  it.runIf(night).each([
    ['mini-swe-agent', { tool: 'bash', arguments: { command: change } }],
    ['claude-code', { tool: 'Bash', arguments: { command: change, description: 'Change' } }],
    ['codex', { tool: 'exec_command', arguments: { cmd: change } }],
    ['qwen-code', { tool: 'run_shell_command', arguments: { command: change, is_background: false } }],
  ])(
    '%s itself, from its registry, solves the task without network',
    async (agent, edit) => {
      const { run, folder } = await studyOf(agent, []);
      const end = { tool: 'bash', arguments: { command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT' } };
      const last = agent === 'mini-swe-agent' ? { thought: 'Done.', call: end } : { text: 'Done.' };
      const script = join(temp.path, `${agent}.yaml`);
      writeFileSync(script, JSON.stringify({ replies: [{ thought: 'I change it.', call: edit }, last] }));
      const ended = await run(agent, '--evaluate', '--model', `scripted:${script}`);
      expect(ended.out + ended.err).toContain('1 resolved, 0 unresolved');
      expect(endIn(folder)).toMatchObject({ status: 'submitted', calls: 2, fault: null });
      const [name = ''] = readdirSync(join(folder, 'trajectories')).filter((one) => /\.jsonl?$/.test(one));
      const steps = await commandLine('trajectory', join(folder, 'trajectories', name), '--steps');
      expect(steps.out).toContain('ZGlm');
      expect(leftOver()).toEqual([]);
    },
    5 * minutes,
  );
});
