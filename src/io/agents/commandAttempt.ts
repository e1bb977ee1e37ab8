import type { AttemptPorts, AttemptResult, CommandResult } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { type CommandEnd, judgeEnd } from '../../core/run/agent/command/commandEnd';
import type { PlaceholderValues } from '../../core/run/agent/command/placeholders';
import { InputFault } from '../../core/shared/problem';
import type { Gateway } from '../gateway/gatewayOptions';
import { socketName } from '../gateway/socketFolder';
import type { AgentLayer } from './agentLayer';
import { agentUpstream } from './agentUpstream';
import { collectLogs, errorsOf, submissionOf } from './collectLogs';
import type { CommandAgentPorts } from './commandAgent';
import { type CommandPlan, launcherPath, planCommand } from './commandPlan';
import { GatewayWatch } from './gatewayWatch';
import { checkMachine } from './layerCheck';
import { gatewayPath } from './layerPaths';
import { LiveLog } from './liveLog';

/** What was prepared for one attempt. */
export interface CommandParts {
  readonly manifest: AgentManifest;
  readonly layer: AgentLayer;
  readonly ports: CommandAgentPorts;
  /** On the host; the sandbox sees it. */
  readonly socketFolder: string;
}

/** How much later than the time-out in the sandbox the host ends it. */
const laterSeconds = 20;

/** Runs the program to its end, whoever brings it about. Nothing of it is left running. */
export const attemptByCommand = async (
  parts: CommandParts,
  attempt: AttemptPorts,
  signal: AbortSignal,
): Promise<AttemptResult> => {
  const { manifest, layer } = parts;
  const { sandbox } = attempt;
  if (sandbox.image === null)
    throw new InputFault(`${manifest.id} is a program of its own and runs in a container alone; use --backend docker.`);
  await checkMachine(manifest, layer, sandbox);
  const plan = planCommand(manifest, layer, `${gatewayPath}/${socketName}`, attempt);
  for (const { path, content } of plan.files) await sandbox.put(path, new TextEncoder().encode(content));
  const gateway = await openGateway(parts, attempt);
  try {
    const ended = await run({ manifest, seconds: plan.seconds }, gateway, attempt, signal);
    await gateway.close();
    return await collect(manifest, gateway, attempt, plan, ended);
  } finally {
    await gateway.close();
  }
};

const openGateway = async ({ ports, socketFolder }: CommandParts, attempt: AttemptPorts): Promise<Gateway> => {
  const { steps: turns, costUsd, wallSeconds } = attempt.limits;
  return ports.openGateway({
    socketFolder,
    upstream: await agentUpstream(ports.entry, ports.keys, attempt.model),
    limits: { turns, costUsd, wallSeconds },
    model: attempt.model.name,
    prices: ports.entry.prices,
    recordFile: ports.recordFile(attempt.instance.id),
  });
};

interface Ended extends Pick<CommandEnd, 'endedBy' | 'exitCode'> {
  /** Bytes of output that were not kept. */
  readonly dropped: number;
}

const run = async (
  { manifest, seconds }: { readonly manifest: AgentManifest; readonly seconds: number },
  gateway: Gateway,
  attempt: AttemptPorts,
  signal: AbortSignal,
): Promise<Ended> => {
  const name = manifest.logs.find(({ from }) => from === 'stdout')?.to ?? null;
  const log = new LiveLog(attempt, name?.replace('{instance}', attempt.instance.id) ?? null);
  const watch = new GatewayWatch(gateway, attempt, manifest.title);
  const startedAt = performance.now();
  try {
    const asked = attempt.sandbox.run(`exec sh ${launcherPath}`, seconds + laterSeconds, (bytes) => log.push(bytes));
    const result = await asked.catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    const isOver = performance.now() - startedAt >= seconds * 1000;
    const ending = signal.aborted || watch.hasEnded ? null : result;
    const endedBy = signal.aborted ? 'aborted' : 'limit';
    return { ...(ending === null ? { endedBy, exitCode: null } : endingOf(ending, isOver)), dropped: log.dropped };
  } finally {
    watch.stop();
    await attempt.sandbox.killAll?.().catch(() => undefined);
    await log.end();
  }
};

/** `timeout` in the sandbox says 124, and 137 where it had to kill. */
const endingOf = (result: CommandResult, isOver: boolean): Pick<CommandEnd, 'endedBy' | 'exitCode'> => {
  const { exceptionType, returncode } = result;
  if (exceptionType === 'TimeoutExpired' || (isOver && [124, 137, 143].includes(returncode)))
    return { endedBy: 'time', exitCode: null };
  if (exceptionType !== null) return { endedBy: 'killed', exitCode: null };
  return { endedBy: 'itself', exitCode: returncode };
};

const collect = async (
  manifest: AgentManifest,
  gateway: Gateway,
  attempt: AttemptPorts,
  { values }: CommandPlan,
  { endedBy, exitCode, dropped }: Ended,
): Promise<AttemptResult> => {
  const { turns, sideCalls, usage, costUsd } = gateway.counts();
  const calls = turns + sideCalls;
  attempt.progress({ calls, costUsd, usage, doing: 'taking the patch' });
  // A sandbox whose attempt was aborted answers nothing any more.
  const left = endedBy === 'aborted' ? nothingLeft : await takeAll(manifest, attempt, values);
  const hasPatch = left.patch === null ? null : left.patch !== '';
  const lastFault = gateway.calls().at(-1)?.fault ?? null;
  const limit = gateway.reached()?.kind ?? null;
  const known = { exitCode, endedBy, limit, answered: calls, lastFault, errors: left.errors, hasPatch };
  const { fault, ...judged } = judgeEnd(known, manifest.statuses);
  const cut = dropped > 0 ? [`${dropped} bytes of its output were not kept.`] : [];
  const words = [fault, gateway.fault()?.message ?? null, ...cut, ...left.missing].filter((text) => text !== null);
  const { patch, submission } = left;
  return { ...judged, fault: words.length === 0 ? null : words.join(' '), patch, submission, calls, costUsd, usage };
};

interface Left {
  readonly missing: readonly string[];
  readonly submission: string | null;
  readonly patch: string | null;
  readonly errors: string;
}

const nothingLeft: Left = { missing: [], submission: null, patch: null, errors: '' };

const takeAll = async (manifest: AgentManifest, attempt: AttemptPorts, values: PlaceholderValues): Promise<Left> => ({
  missing: await collectLogs(manifest, attempt, values),
  submission: await submissionOf(manifest, attempt, values),
  patch: await attempt.sandbox.diff(),
  errors: await errorsOf(attempt),
});
