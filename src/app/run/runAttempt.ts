import {
  type AttemptResult,
  type AttemptSandbox,
  BudgetReached,
  type PreparedAttempt,
} from '../../core/run/agent/attempt';
import type { ScrubbedHistory } from '../../core/run/record/runRecord';
import { statesName } from '../../core/run/record/statesFile';
import { EnvironmentFault } from '../../core/shared/problem';
import { endOfThrown } from './attemptEnd';
import { attemptPorts, withoutSandbox } from './attemptPorts';
import type { RunSandbox } from './attemptSandbox';
import { inRunSandbox, type SandboxPorts } from './openSandbox';
import { noteEvent, type RunContext } from './runContext';
import type { AttemptSpend } from './runSpend';
import type { RunTask } from './runTask';

/** How an attempt ended, and what the engine saw of it. */
export interface AttemptRun {
  readonly result: AttemptResult;
  readonly history: ScrubbedHistory | null;
  /** Whether the agent was begun at all. */
  readonly begun: boolean;
  /** Why there is no sandbox any more; null: it was there to the end. */
  readonly lost: EnvironmentFault | null;
}

interface Begun {
  readonly context: RunContext;
  readonly task: RunTask;
  readonly spend: AttemptSpend;
  readonly prepared: PreparedAttempt;
  readonly signal: AbortSignal;
  end(why: Error): void;
}

const sandboxPorts = ({ ports, images }: RunContext): SandboxPorts => ({
  sessions: ports.sessions,
  files: ports.workspaceFiles,
  prepareImage: (request, hooks, signal) => images.prepare(request, hooks, signal),
});

const modelOf = async ({ ports, request, folder, hooks }: RunContext, { instance, board }: RunTask) => {
  const record = await folder.recordFile(instance.id);
  return ports.models.open(request.model, ports.keys, record, {
    retrying: (fault, attempt, waitMs) => {
      board.doing(`waiting ${Math.ceil(waitMs / 1000)} s to ask again (${attempt}): ${fault}`);
      hooks.told(instance.id, `asked again in ${Math.ceil(waitMs / 1000)} s (try ${attempt}): ${fault}`);
    },
  });
};

const agentIn = async (begun: Begun, sandbox: AttemptSandbox): Promise<AttemptResult> => {
  const { context, task, spend, prepared, signal, end } = begun;
  const model = await modelOf(context, task);
  const tools = { task, board: task.board, spend, model, sandbox, end };
  const ports = attemptPorts(context, tools);
  const result = await prepared.attempt(ports, signal);
  await ports.seal();
  return result;
};

/** A reason that aborts this attempt is no fault of the agent's; what it threw then says nothing. */
const orEnd = async (begun: Begun, sandbox: RunSandbox | null): Promise<AttemptResult> => {
  const { context, spend, signal } = begun;
  try {
    const result = await agentIn(begun, sandbox ?? withoutSandbox);
    // One that the whole run's stop cut off has no end: it begins anew when the run goes on.
    if (result.status === 'aborted') context.signal.throwIfAborted();
    const isOverBudget = result.status === 'aborted' && signal.reason instanceof BudgetReached;
    return isOverBudget ? { ...result, status: 'limit_cost' } : result;
  } catch (error) {
    context.signal.throwIfAborted();
    const why = signal.aborted ? signal.reason : error;
    if (why instanceof EnvironmentFault && why.what === 'disk') throw why;
    return endOfThrown(why, spend, sandbox === null ? null : await patchIn(sandbox));
  }
};

const patchIn = async (sandbox: RunSandbox): Promise<string | null> =>
  sandbox.lost === null ? sandbox.diff().catch(() => null) : null;

/** The engine's own patch where the agent gave none. */
const withPatch = async (result: AttemptResult, sandbox: RunSandbox): Promise<AttemptResult> =>
  result.patch === null ? { ...result, patch: await patchIn(sandbox) } : result;

const contained = (begun: Begun): Promise<AttemptRun> => {
  const { context, task, prepared, signal } = begun;
  const { request, hooks } = context;
  const target = request.targetOf(task.instance);
  const isContained = request.backend === 'docker';
  const { runId, limits } = request;
  const wanted = { instance: task.instance, target, runId, isContained, limits, prepared };
  const imageHooks = { ...hooks, onProgress: (text: string) => task.board.doing(text) };
  return inRunSandbox(sandboxPorts(context), wanted, imageHooks, (sandbox) => work(begun, sandbox), {
    attempt: signal,
    run: context.signal,
  });
};

const work = async (begun: Begun, sandbox: RunSandbox): Promise<AttemptRun> => {
  const { context, task, signal } = begun;
  const { image, brought: testbed, history } = sandbox.place;
  const instance = task.instance.id;
  await noteEvent(context, { kind: 'sandbox', instance, image, testbed, history });
  if (sandbox.noDiff !== null) context.hooks.told(instance, `No patch can be taken there: ${sandbox.noDiff}.`);
  await context.request.fork?.prepare(sandbox, signal);
  const result = await withPatch(await orEnd(begun, sandbox), sandbox);
  return { result, history, begun: true, lost: sandbox.lost };
};

/** Without a sandbox nothing can be lost. */
const uncontained = async (begun: Begun): Promise<AttemptRun> => ({
  result: await orEnd(begun, null),
  history: null,
  begun: true,
  lost: null,
});

const begin = async (context: RunContext, task: RunTask): Promise<void> => {
  const { id } = task.instance;
  await noteEvent(context, { kind: 'attempt', instance: id });
  await context.folder.drop(statesName(id));
};

/** What kept the sandbox from standing ends the attempt, not the run; a lost engine is told apart. */
const notBegun = (error: unknown, { context, spend, signal }: Omit<Begun, 'prepared'>): AttemptRun => {
  context.signal.throwIfAborted();
  const why = signal.aborted ? signal.reason : error;
  const isFault = why instanceof EnvironmentFault;
  if (isFault && why.what === 'disk') throw why;
  const lost = isFault && why.what === 'engine' ? why : null;
  return { result: endOfThrown(why, spend, null), history: null, begun: false, lost };
};

/**
 * One attempt at one instance, from its sandbox to its result. `stop` ends it alone. Throws what the run's own signal
 * was aborted with, and EnvironmentFault where the run's folder can't be written; all else is a result.
 */
export const runAttempt = async (context: RunContext, task: RunTask, stop: AbortController): Promise<AttemptRun> => {
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const spend = context.budget.open();
  const base = { context, task, spend, signal, end: (why: Error) => stop.abort(why) };
  let prepared: PreparedAttempt | null = null;
  try {
    await begin(context, task);
    task.board.doing('preparing');
    prepared = await context.request.agent.prepare(task.instance, signal);
    const begun = { ...base, prepared };
    return await (context.request.agent.needsSandbox ? contained(begun) : uncontained(begun));
  } catch (error) {
    return notBegun(error, base);
  } finally {
    await prepared?.close();
  }
};
