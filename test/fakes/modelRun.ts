import { join } from 'node:path';
import type { EvaluationTarget } from '../../src/app/evaluation/request';
import type { RunHooks, RunPorts, RunRequest } from '../../src/app/run/runRequest';
import type { Instance } from '../../src/core/instance/instance';
import type { Agent, AskedReply, AttemptModel, AttemptPorts, AttemptResult } from '../../src/core/run/agent/attempt';
import { defaultLimits } from '../../src/core/run/container/limits';
import type { ModelEntry } from '../../src/core/run/model/modelEntry';
import { systemClock } from '../../src/io/jobs/systemClock';
import { openRunFolder } from '../../src/io/store/runFolder';
import { sha256 } from '../../src/io/store/sha256';
import { blankInstance } from './instances';

export const fakeEntry: ModelEntry = {
  id: 'fake',
  protocol: 'scripted',
  model: 'fake',
  baseUrl: null,
  file: null,
  keyName: null,
  contextTokens: null,
  maxOutputTokens: null,
  prices: null,
  params: {},
  alsoSpeaks: [],
};

export const fakeReply = (costUsd: number | null): AskedReply => ({
  response: {
    id: 'r',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'yes' } }],
  },
  usage: { prompt: 10, cached: 0, cacheWrite: null, completion: 2, reasoning: null },
  reportedCostUsd: costUsd,
  costUsd,
  costSource: costUsd === null ? 'unknown' : 'reported',
});

export const fakeModel = (ask: () => Promise<AskedReply>): AttemptModel => ({ id: 'fake', name: 'fake', ask });

/** What an attempt gives that came to its end. */
export const handedIn = (changes: Partial<AttemptResult> = {}): AttemptResult => ({
  status: 'submitted',
  rawStatus: 'Submitted',
  patch: 'a patch\n',
  submission: null,
  calls: 1,
  costUsd: 0.1,
  usage: null,
  fault: null,
  ...changes,
});

/** An agent that is a function. `needsSandbox` false: it runs without one. */
export const fakeAgent = (
  attempt: (ports: AttemptPorts, signal: AbortSignal) => Promise<AttemptResult>,
  changes: Partial<Agent> = {},
): Agent => ({
  id: 'fake-agent',
  settings: {},
  limits: { steps: 0, costUsd: 0, wallSeconds: 0, formatErrors: 0 },
  needsSandbox: false,
  prepare: async () => ({ mounts: [], env: {}, attempt, close: async () => undefined }),
  ...changes,
});

const never = async (): Promise<never> => {
  throw new Error('not in this test');
};

/** Ports of a run without a sandbox. `model`: what every attempt asks. */
export const fakeRunPorts = (model: AttemptModel, changes: Partial<RunPorts> = {}): RunPorts => ({
  engine: {
    ping: never,
    prepareImage: never,
    submit: never,
    watch: () => {
      throw new Error('not in this test');
    },
    wait: never,
    files: never,
    cancel: never,
    remove: never,
    clean: never,
  },
  sessions: { openSession: never },
  workspaceFiles: { withBase: never },
  models: { open: async () => model },
  keys: { keyOf: async () => null },
  runs: { open: openRunFolder },
  sha256,
  clock: systemClock,
  ...changes,
});

const target: EvaluationTarget = {
  image: null,
  repository: null,
  testbed: '/testbed',
  env: {},
  testCommand: null,
  parser: null,
};

export const runInstances = (...ids: readonly string[]): readonly Instance[] => ids.map((id) => blankInstance(id));

export const runRequest = (folder: string, agent: Agent, changes: Partial<RunRequest> = {}): RunRequest => ({
  folder: join(folder, 'runs', 'try'),
  runId: 'try',
  datasetPath: '/data.jsonl',
  instances: runInstances('one', 'two', 'three'),
  attempt: 1,
  agent,
  model: fakeEntry,
  backend: 'docker',
  budgetUsd: null,
  workers: 1,
  limits: defaultLimits,
  again: false,
  fork: null,
  targetOf: () => target,
  ...changes,
});

export const quietRunHooks: RunHooks = {
  told: () => undefined,
  changed: () => undefined,
  confirmPull: async () => false,
};
