import { resolve } from 'node:path';
import { runModel } from '../app/run/runModel';
import type { RunFork } from '../app/run/runRequest';
import type { Agent } from '../core/run/agent/attempt';
import type { KeySource, ModelEntry } from '../core/run/model/modelEntry';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { gitWorkspaceFiles } from '../io/git/workspaceFiles';
import { openEngine } from '../io/jobs/openEngine';
import { openSessions } from '../io/jobs/openSessions';
import { systemClock } from '../io/jobs/systemClock';
import { loadModels } from '../io/providers/loadModels';
import { namedModel } from '../io/providers/namedModel';
import { openModels } from '../io/providers/openModels';
import { leftModelRuns, type ModelRunWish, removeWish, writeWish } from '../io/store/modelRunWishes';
import { openRunFolder } from '../io/store/runFolder';
import { sha256 } from '../io/store/sha256';
import type { HostApi } from '../protocol/app';
import type { EvaluationRunsApi } from '../protocol/evaluationRuns';
import type { ForkRun, RunChoices, StartModelRun } from '../protocol/modelRuns';
import type { Remote } from '../protocol/rpc';
import type { ForkWish, ModelRunDesk, PlannedModelRun } from './modelRunsApi';
import { type LeftRun, plannedModelRun } from './plannedModelRun';
import { editorEntry, editorModels, editorPrefix, keysOf, shownEditorModel, shownEntry } from './shownModels';
import { trajectoryForks } from './trajectoryForks';

type Host = () => Remote<HostApi>;

/** What an agent is made for. */
interface AgentUse {
  readonly studyFolder: string;
  readonly model: ModelEntry;
  readonly keys: KeySource;
  /** Folder of the attempt's run that goes on. */
  runFolder(): string;
  told(text: string): void;
}

/** What agents there are; `runAgents.ts` is it. */
export interface AgentSource {
  /** `told`: what of a manifest can't be read. */
  list(studyFolder: string, told: (text: string) => void): Promise<RunChoices['agents']>;
  named(id: string, use: AgentUse): Promise<Agent>;
}

/** Where a fork begins; `forkSource.ts` is it. */
export interface ForkSource {
  plan(
    q: ForkRun,
    told: (text: string) => void,
  ): Promise<{
    readonly run: RunFork;
    readonly agent: Agent;
    readonly agentId: string;
    readonly runId: string;
    readonly instanceId: string;
    readonly datasetPath: string;
  }>;
  reply(q: Pick<ForkRun, 'trajectoryPath' | 'which' | 'step'>): Promise<string>;
}

interface DeskPorts {
  readonly files: FilePort;
  readonly host: Host;
  readonly agents: AgentSource;
  readonly forks: ForkSource;
  readonly evaluate: EvaluationRunsApi['startRun'];
}

const told =
  (host: Host) =>
  (text: string): void =>
    void host().log({ level: 'info', text });

const choices = async ({ host, agents }: DeskPorts, studyFolder: string): Promise<RunChoices> => {
  const loaded = await loadModels(studyFolder || null);
  const keys = keysOf(host);
  const own = await Promise.all(loaded.entries.map((entry) => shownEntry(entry, keys)));
  const editors = (await editorModels(host)).map(shownEditorModel);
  const faults = loaded.problems.map(({ where, field, reason }) => `${where}${field ? `, ${field}` : ''}: ${reason}`);
  return {
    models: [...own, ...editors],
    agents: await agents.list(studyFolder, told(host)),
    modelsFile: loaded.path,
    faults,
  };
};

const entryNamed = async (host: Host, id: string, studyFolder: string): Promise<ModelEntry> => {
  if (id.startsWith(editorPrefix)) {
    const found = (await editorModels(host)).find((model) => `${editorPrefix}${model.id}` === id);
    if (!found) throw new InputFault(`VS Code has no model ${id.slice(editorPrefix.length)} any more. Choose another.`);
    return editorEntry(found);
  }
  return namedModel(id, await loadModels(studyFolder), (file) => resolve(studyFolder, file));
};

const plan = async (
  { files, host, agents }: DeskPorts,
  q: StartModelRun,
  left: LeftRun | null = null,
): Promise<PlannedModelRun> => {
  const { studyFolder } = q;
  const model = await entryNamed(host, q.model, studyFolder);
  const under = { folder: studyFolder };
  const use = { studyFolder, model, keys: keysOf(host), told: told(host), runFolder: () => under.folder };
  const agent = await agents.named(q.agent, use);
  const planned = await plannedModelRun({ files, agent, model, fork: null, left }, q);
  // Attempts go one after the other over one agent; the one that goes on says where it is.
  return { ...planned, begins: ({ folder }) => void Object.assign(under, { folder }) };
};

const planFork = async (
  { files, host, forks }: DeskPorts,
  { trajectoryPath, which, step, hint, editedReply, ...q }: ForkRun,
  left: LeftRun | null = null,
): Promise<PlannedModelRun> => {
  const wish: ForkWish = { trajectoryPath, which, step, hint, editedReply };
  const model = await entryNamed(host, q.model, q.studyFolder);
  const { agent, agentId, run, runId, datasetPath, instanceId } = await forks.plan({ ...wish, ...q }, told(host));
  const asked: StartModelRun = { ...q, datasetPath, instanceIds: [instanceId], agent: agentId, attempts: 1 };
  return plannedModelRun({ files, agent, model, fork: { run, wish, runId }, left }, asked);
};

const planResume = async (desk: DeskPorts, q: Parameters<ModelRunDesk['planResume']>[0]): Promise<PlannedModelRun> => {
  const { studyFolder, runId, settings } = q;
  const found = (await leftModelRuns(studyFolder)).find((run) => run.runId === runId);
  if (!found) throw new InputFault(`${runId} has come to its end, or another process goes on with it.`);
  const { fork, attempt, title, at: _at, total: _total, ...wish } = found.wish;
  const asked = { ...wish, studyFolder, settings, attempts: 1 };
  const left = { runId, attempt, title };
  return fork === null ? plan(desk, asked, left) : planFork(desk, { ...asked, ...fork }, left);
};

const remember = async ({ title, asked, fork, requests }: PlannedModelRun): Promise<void> => {
  const { datasetPath, instanceIds, agent, model, budgetUsd, workers, backend, evaluates } = asked;
  const at = new Date().toISOString();
  for (const { runId, attempt, instances } of requests) {
    const ids = instanceIds === null ? null : [...instanceIds];
    const wish: ModelRunWish = {
      ...{ datasetPath, instanceIds: ids, agent, model, attempt, budgetUsd, workers, backend, evaluates },
      ...{ title, fork, at, total: instances.length },
    };
    await writeWish(asked.studyFolder, runId, wish);
  }
};

const forget = async ({ asked, requests }: PlannedModelRun): Promise<void> => {
  for (const { runId } of requests) await removeWish(asked.studyFolder, runId);
};

/** Runs of models over this machine's engines, models, agents and disk. */
export const modelRunDesk = (desk: DeskPorts): ModelRunDesk => {
  const { files, host, evaluate } = desk;
  const editor = {
    ask: (call: string, request: string) => host().askEditorModel({ call, request }),
    cancel: (call: string) => host().cancelEditorModel({ call }),
  };
  return {
    ...{ host, run: runModel, evaluate, remember, forget },
    ports: async ({ asked: { backend, settings } }) => ({
      engine: await openEngine(backend, settings.endpoint),
      sessions: await openSessions(backend, settings.endpoint),
      workspaceFiles: gitWorkspaceFiles(),
      models: openModels(editor),
      keys: keysOf(host),
      runs: { open: openRunFolder },
      sha256,
      clock: systemClock,
    }),
    choices: (studyFolder) => choices(desk, studyFolder),
    plan: (q) => plan(desk, q),
    planFork: (q) => planFork(desk, q),
    forkReply: (q) => desk.forks.reply(q),
    planResume: (q) => planResume(desk, q),
    unfinished: async (studyFolder) =>
      (await leftModelRuns(studyFolder)).map(({ runId, done, wish: { total, at, backend } }) => ({
        ...{ runId, done, total, at, backend },
      })),
    forks: (studyFolder, path) => trajectoryForks(files, studyFolder, path),
  };
};
