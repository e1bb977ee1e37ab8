import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWithCanary } from '../fakes/canary';
import { change, endIn, goldPatch, instance, leftOver, predictionIn, studyOf } from '../fakes/commandAgents';
import { commandLine } from '../fakes/commandLine';
import type { ChatServerReply } from '../fakes/modelServers/chatServer';
import { dockerAnswers } from './engines';

const call = (command: string): ChatServerReply => ({
  content: 'I run this.',
  calls: [{ id: 'call_1', name: 'bash', arguments: JSON.stringify({ command }) }],
});

/** What an agent could find of the key, and of the world. */
const look = 'env; cat /proc/*/environ | tr "\\0" "\\n"; ls -R /opt/touchstone/gateway; cat /proc/net/dev | wc -l';

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
    const log = "  - { from: '/root/none.jsonl', to: '{instance}.none.jsonl' }\n";
    const own = manifest
      .replaceAll('small-agent', 'unruly')
      .replace('seconds: 900', 'seconds: 1')
      .replace('logs:\n', `logs:\n${log}`);
    writeFileSync(join(study, 'agents', 'unruly.yaml'), own);
    await run('unruly');
    const fault = expect.stringContaining('It left no /root/none.jsonl.');
    expect(endIn(folder)).toMatchObject({ status: 'limit_time', calls: 0, fault });
    expect(String(predictionIn(folder)['model_patch'])).toContain('+mine');
    expect(leftOver()).toEqual([]);
  });
});
