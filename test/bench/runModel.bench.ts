import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { planModelRun } from '../../src/app/run/planModelRun';
import { runModel } from '../../src/app/run/runModel';
import { loopAgent } from '../../src/core/run/agent/loop/loopAgent';
import { loopPresets } from '../../src/core/run/agent/presets/loopPresets';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../src/io/git/workspaceFiles';
import { fakeEntry, fakeModel, fakeReply, fakeRunPorts, quietRunHooks } from '../fakes/modelRun';
import { tempFolder } from '../fakes/tempFolder';
import type { Bench } from './bench';

const dataset = join(import.meta.dirname, '..', '..', 'samples', 'quickstart', 'datasets', 'spandrel.jsonl');
const [modelMs, turns, width] = [200, 40, 8];

/** A reply that calls for a command; the last hands in. */
const replyOf = (turn: number) => {
  const command = turn < turns ? 'true' : 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';
  const call = {
    id: `c${turn}`,
    type: 'function' as const,
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  };
  const reply = fakeReply(0);
  const message = { role: 'assistant' as const, content: 'on', tool_calls: [call] };
  return { ...reply, response: { ...reply.response, choices: [{ index: 0, finish_reason: 'tool_calls', message }] } };
};

/** A model that answers after 200 ms, and notes when its first call began and its last ended. */
const slowModel = (span: { from: number; to: number }) => {
  let turn = 0;
  return fakeModel(async () => {
    turn += 1;
    const own = turn;
    span.from = Math.min(span.from, performance.now());
    await pause(modelMs);
    span.to = Math.max(span.to, performance.now());
    return replyOf(own);
  });
};

/** Milliseconds from the first call of one to the last of all, for so many runs at once. */
const timed = async (folder: string, workers: number): Promise<number> => {
  const span = { from: Number.POSITIVE_INFINITY, to: 0 };
  const [preset] = loopPresets;
  if (preset === undefined) throw new Error('there is no loop');
  const agent = loopAgent(preset);
  const wish = {
    datasetPath: dataset,
    instanceIds: null,
    agent,
    model: fakeEntry,
    attempts: 1,
    runId: `bench-${workers}`,
  };
  const more = { folder, budgetUsd: null, workers, again: false, settings: noTargetSettings };
  const plan = await planModelRun(nodeFiles, { ...wish, ...more });
  const [planned] = plan.requests;
  const [first] = planned?.instances ?? [];
  if (planned === undefined || first === undefined) throw new Error('nothing to run');
  const instances = Array.from({ length: workers }, (_, n) => ({ ...first, id: `${first.id}-${n}` }));
  const limits = { ...planned.limits, memoryBytes: 256 * 1024 ** 2 };
  const ports = {
    ...fakeRunPorts(fakeModel(async () => fakeReply(0))),
    engine: new DockerEngine(null),
    sessions: new DockerSessions(null),
    workspaceFiles: gitWorkspaceFiles(),
    models: { open: async () => slowModel(span) },
  };
  const hooks = { ...quietRunHooks, confirmBuild: async () => true };
  const request = { ...planned, instances, limits, backend: 'docker' as const };
  const end = await runModel(ports, request, hooks, new AbortController().signal);
  const wrong = end.items.find(({ result }) => result?.calls !== turns);
  if (wrong !== undefined) throw new Error(`${wrong.instanceId}: ${wrong.result?.fault ?? 'too few calls'}`);
  return span.to - span.from;
};

/** Eight at once must keep 90% of what eight would do that don't disturb each other: each as long as one alone. */
export const modelRuns: Bench = {
  name: '8 runs of a model at once against one alone',
  limit: 1 / 0.9,
  measure: async () => {
    const here = await new DockerEngine(null).ping().catch(() => null);
    if (here === null) return { leftOut: 'no Docker engine answers' };
    const temp = tempFolder();
    try {
      const against = await timed(temp.path, 1);
      const ours = await timed(temp.path, width);
      return { ours, against, unit: 'ms', meaning: 'one run of 40 calls of 200 ms' };
    } finally {
      temp.remove();
    }
  },
};
