import type { AttemptPorts, AttemptResult, CommandResult } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { type CommandEnd, judgeEnd } from '../../core/run/agent/command/commandEnd';
import { InputFault } from '../../core/shared/problem';
import type { AgentGateway } from './agentGateway';
import type { AgentLayer } from './agentLayer';
import { collectLogs, errorsOf, submissionOf } from './collectLogs';
import { launcherPath, planCommand } from './commandPlan';
import { checkMachine } from './layerCheck';
import { LiveLog } from './liveLog';

/** What was prepared for one attempt. */
export interface CommandParts {
  readonly manifest: AgentManifest;
  readonly layer: AgentLayer;
  readonly gateway: AgentGateway;
}

/** How much later than the time-out in the sandbox the host ends it. */
const laterSeconds = 20;
/** How long a program may go on after the gateway's limit, to write its logs. */
const graceMs = 15_000;
const lookMs = 250;

/** Runs the program to its end, whichever comes first. Nothing of it is left running. */
export const attemptByCommand = async (
  parts: CommandParts,
  ports: AttemptPorts,
  signal: AbortSignal,
): Promise<AttemptResult> => {
  const { manifest, layer, gateway } = parts;
  const { sandbox } = ports;
  if (sandbox.image === null)
    throw new InputFault(`${manifest.id} is a program of its own and runs in a container alone; use --backend docker.`);
  await checkMachine(manifest, layer, sandbox);
  const plan = planCommand(manifest, layer, gateway.socket, ports);
  for (const { path, content } of plan.files) await sandbox.put(path, new TextEncoder().encode(content));
  const ended = await run(parts, ports, signal);
  return collect(parts, ports, plan.values, ended);
};

interface Ended {
  readonly endedBy: CommandEnd['endedBy'];
  readonly exitCode: number | null;
  /** Bytes of output that were not kept. */
  readonly dropped: number;
}

const run = async (parts: CommandParts, ports: AttemptPorts, signal: AbortSignal): Promise<Ended> => {
  const { manifest, gateway } = parts;
  const name = manifest.logs.find(({ from }) => from === 'stdout')?.to ?? null;
  const log = new LiveLog(ports, name?.replace('{instance}', ports.instance.id) ?? null);
  const seconds = ports.limits.wallSeconds > 0 ? ports.limits.wallSeconds : 86_400;
  const watch = new Watch(parts, ports);
  try {
    const asked = ports.sandbox.run(`exec sh ${launcherPath}`, seconds + laterSeconds, (bytes) => log.push(bytes));
    const result = await asked.catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    const { endedBy, exitCode } = endingOf(result, watch.isOverLimit, signal.aborted);
    return { endedBy, exitCode, dropped: log.dropped };
  } finally {
    watch.stop();
    await ports.sandbox.killAll?.().catch(() => undefined);
    await log.end();
    await gateway.close();
  }
};

/** `timeout` in the sandbox says 124, and 137 where it had to kill. */
const endingOf = (result: CommandResult | null, isOverLimit: boolean, isAborted: boolean): Omit<Ended, 'dropped'> => {
  if (result === null || isAborted) return { endedBy: 'aborted', exitCode: null };
  if (isOverLimit) return { endedBy: 'limit', exitCode: null };
  if (result.exceptionType === 'TimeoutExpired') return { endedBy: 'time', exitCode: null };
  if (result.exceptionType !== null) return { endedBy: 'killed', exitCode: null };
  if (result.returncode === 124) return { endedBy: 'time', exitCode: 124 };
  return { endedBy: 'itself', exitCode: result.returncode };
};

/** Tells what the gateway counts, and ends a program that goes on after the gateway's limit. */
class Watch {
  readonly #timer: NodeJS.Timeout;
  #refusedAt: number | null = null;
  #killed = false;
  #told = -1;

  constructor(
    private readonly parts: CommandParts,
    private readonly ports: AttemptPorts,
  ) {
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  get isOverLimit(): boolean {
    return this.#killed;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { gateway, manifest } = this.parts;
    const { turns, sideCalls, costUsd, usage } = gateway.count();
    if (turns + sideCalls !== this.#told) {
      this.#told = turns + sideCalls;
      this.ports.progress({ calls: this.#told, costUsd, usage, doing: `${manifest.title} is at work: ${turns} turns` });
    }
    if (gateway.limit() === null) return;
    this.#refusedAt ??= performance.now();
    if (this.#killed || performance.now() - this.#refusedAt < graceMs) return;
    this.#killed = true;
    void this.ports.sandbox.killAll?.().catch(() => undefined);
  }
}

const collect = async (
  { manifest, gateway }: CommandParts,
  ports: AttemptPorts,
  values: Readonly<Record<string, string | undefined>>,
  { endedBy, exitCode, dropped }: Ended,
): Promise<AttemptResult> => {
  const isAborted = endedBy === 'aborted';
  const { turns, sideCalls, usage, costUsd } = gateway.count();
  const doing = 'taking the patch';
  ports.progress({ calls: turns + sideCalls, costUsd, usage, doing });
  const missing = isAborted ? [] : await collectLogs(manifest, ports, values);
  const submission = isAborted ? null : await submissionOf(manifest, ports, values);
  const patch = isAborted ? null : await ports.sandbox.diff();
  const errors = isAborted ? '' : await errorsOf(ports);
  const lastFault = gateway.calls().at(-1)?.fault ?? null;
  const hasPatch = patch === null ? null : patch !== '';
  const end = { exitCode, endedBy, limit: gateway.limit(), answered: turns + sideCalls, lastFault, errors, hasPatch };
  const judged = judgeEnd(end, manifest.statuses);
  const notes = [...(dropped > 0 ? [`${dropped} bytes of its output were not kept.`] : []), ...missing];
  const fault = [judged.fault, ...notes].filter((text) => text !== null).join(' ');
  const calls = turns + sideCalls;
  return { ...judged, fault: fault === '' ? null : fault, patch, submission, calls, costUsd, usage };
};
