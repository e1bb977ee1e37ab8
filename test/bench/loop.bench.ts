import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { inSampleSandbox } from '../../scripts/recordTrajectories/sampleContainer';
import type { AttemptSandbox } from '../../src/core/run/agent/attempt';
import { loopAgent } from '../../src/core/run/agent/loop/loopAgent';
import type { LoopConfig } from '../../src/core/run/agent/loop/loopConfig';
import { loopPresets } from '../../src/core/run/agent/presets/loopPresets';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import type { Bench } from './bench';

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');

const turns = 60;
const warmUp = 5;
/** What the model takes; the patch after a step is taken meanwhile. */
const modelMs = 200;
const command = "sed -n '1,40p' src/format.js";

const at95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Times {
  /** Per turn, all but the model: the loop, its files, the command. */
  readonly turns: number[];
  /** Of these, what was no command. */
  readonly own: number[];
  /** The same command by `docker exec`, in the same container. */
  readonly execs: number[];
}

const reply = (number: number) => ({
  id: `chatcmpl-${number}`,
  object: 'chat.completion' as const,
  created: 1,
  model: 'bench',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant' as const,
        content: 'On to the next lines, to see how parts are made of a time.',
        tool_calls: [
          {
            id: `call_${number}`,
            type: 'function' as const,
            function: { name: 'bash', arguments: JSON.stringify({ command }) },
          },
        ],
      },
    },
  ],
});

/** A model that takes its time, and runs the command by the docker command before it answers. */
const timedModel = (times: Times, container: string, commandMs: () => number) => {
  let answeredAt = 0;
  let asked = 0;
  return {
    id: 'bench',
    name: 'bench',
    ask: async () => {
      const now = performance.now();
      asked += 1;
      if (asked > warmUp + 1) {
        times.turns.push(now - answeredAt);
        times.own.push(now - answeredAt - commandMs());
      }
      await pause(modelMs);
      const started = performance.now();
      await execa('docker', ['exec', '-w', '/testbed', container, 'bash', '-c', command]);
      if (asked > warmUp) times.execs.push(performance.now() - started);
      answeredAt = performance.now();
      return {
        response: reply(asked),
        usage: null,
        reportedCostUsd: null,
        costUsd: 0,
        costSource: 'computed' as const,
      };
    },
  };
};

const containerId = async (): Promise<string> =>
  (await execa('docker', ['ps', '-q', '--filter', 'label=dev.touchstone.run=recording'])).stdout.split('\n')[0] ?? '';

const runTurns = async (sandbox: AttemptSandbox, instance: Parameters<Parameters<typeof inSampleSandbox>[3]>[1]) => {
  const times: Times = { turns: [], own: [], execs: [] };
  const file = join(mkdtempSync(join(tmpdir(), 'touchstone-bench-loop-')), 'trajectory.json');
  let commandMs = 0;
  const run: AttemptSandbox['run'] = async (...asked) => {
    const started = performance.now();
    const result = await sandbox.run(...asked);
    commandMs = performance.now() - started;
    return result;
  };
  const config = {
    ...(loopPresets[0] as LoopConfig),
    limits: { steps: turns + warmUp, costUsd: 0, wallSeconds: 0, formatErrors: 3 },
  };
  const signal = new AbortController().signal;
  const attempt = await loopAgent(config).prepare(instance, signal);
  const ports = {
    ...{
      instance,
      sandbox: { ...sandbox, run },
      limits: config.limits,
      model: timedModel(times, await containerId(), () => commandMs),
    },
    now: () => Date.now() / 1000,
    keep: ({ content }: { readonly content: string | Uint8Array }) => writeFile(file, content),
    snapshot: async () => undefined,
    progress: () => undefined,
  };
  await attempt.attempt(ports, signal);
  rmSync(dirname(file), { recursive: true, force: true });
  return times;
};

/** A turn of the native loop without the model, its slowest in twenty: held against the command alone. */
export const loopTurn: Bench = {
  name: 'a turn of the native loop without its model, the slowest of twenty',
  limit: 2,
  measure: async () => {
    const here = await new DockerEngine(null).ping().then(
      () => execa('docker', ['version']).catch(() => null),
      () => null,
    );
    if (here === null) return { leftOut: 'no Docker engine answers, or there is no docker command' };
    const prepared = { mounts: [], env: {}, interpreter: ['bash', '-c'] };
    const times = await inSampleSandbox(sample, 14, prepared, runTurns);
    const [ours, against] = [at95(times.turns), at95(times.execs)];
    console.log(`       without the command: ${at95(times.own).toFixed(1)} ms (claimed: under 60)`);
    return { ours, against, unit: 'ms', meaning: 'docker exec of the same command' };
  },
};
