import type { Instance } from '../../../instance/instance';
import { miniInfo, miniPatch, miniStatus } from '../../trajectory/formats/miniSweAgent/miniEnding';
import type { TrajectoryStatus } from '../../trajectory/trajectory';
import type { Agent, AttemptPorts, AttemptResult } from '../attempt';
import { untilStopped } from './abort';
import type { LoopConfig, LoopStart } from './loopConfig';
import type { LoopEnd } from './loopEnding';
import { LoopRun } from './loopRun';
import { type LoopTemplates, readLoopTemplates } from './loopTemplates';
import { type LoopInfo, LoopTrajectory, miniVersion, settingsOf, stepsOf } from './loopTrajectory';

/** An attempt's files beside its run: the trajectory after each step, the patch after each step. */
class LoopAttempt {
  private readonly trajectory: LoopTrajectory;
  private readonly settings;
  private readonly run: LoopRun;
  private patch: string | null = null;
  private snapshots: Promise<void> = Promise.resolve();
  private snapshotFault: unknown = null;

  constructor(
    config: LoopConfig,
    templates: LoopTemplates,
    private readonly start: LoopStart | null,
    private readonly ports: AttemptPorts,
    private readonly signal: AbortSignal,
  ) {
    this.settings = settingsOf(config, ports.limits, ports.model, ports.sandbox);
    this.trajectory = new LoopTrajectory(ports.instance, this.settings);
    const hooks = { turned: () => this.turned(), settled: () => this.settled() };
    this.run = new LoopRun(config, templates, start, ports, hooks, signal);
  }

  async whole(): Promise<AttemptResult> {
    const end = await this.run.whole();
    await untilStopped(this.signal, this.snapshots).catch(() => undefined);
    if (this.signal.aborted) void this.ports.sandbox.killAll?.().catch(() => undefined);
    await this.write();
    return this.result(end);
  }

  /** The trajectory is on disk before the next call; the patch is taken while the model thinks. */
  private async turned(): Promise<void> {
    if (this.signal.aborted) return;
    const last = this.run.end !== null;
    if (last || this.ports.snapshot !== undefined) this.snapshots = this.snapshots.then(() => this.take());
    if (!last) await this.write();
  }

  private async take(): Promise<void> {
    const step = stepsOf(this.run.messages);
    try {
      if (this.run.end !== null) this.tell('taking the patch');
      this.patch = await this.ports.sandbox.diff();
      if (this.patch !== null) await this.ports.snapshot?.(step, this.patch);
    } catch (error) {
      this.snapshotFault ??= error;
    }
  }

  private tell(doing: string): void {
    const { calls, costUsd, usage } = this.run.spend;
    this.ports.progress({ calls, costUsd, usage, doing });
  }

  /** Throws what the last snapshot failed with: the next command would run in a sandbox that is gone. */
  private async settled(): Promise<void> {
    await this.snapshots;
    const fault = this.snapshotFault;
    this.snapshotFault = null;
    if (fault !== null) throw fault;
  }

  private write(): Promise<void> {
    const name = `${this.ports.instance.id}.traj.json`;
    return this.ports.keep({ name, content: this.trajectory.text(this.run.messages, this.info()) });
  }

  private info(): LoopInfo {
    const { end, spend } = this.run;
    const fault = end === null || end.fault === '' ? {} : { exception_str: end.fault };
    const ours = this.ours(end);
    return {
      calls: spend.calls,
      costUsd: spend.costUsd,
      exitStatus: end?.status ?? '',
      submission: end?.submission ?? '',
      further: { ...fault, ...(Object.keys(ours).length > 0 ? { touchstone: ours } : {}) },
    };
  }

  /** What the original's form has no place for; nothing is said twice. */
  private ours(end: LoopEnd | null): Readonly<Record<string, unknown>> {
    const { spend } = this.run;
    const { droppedBytes } = this.run.commands;
    const parent = this.start?.parent;
    const differs = end !== null && this.patch !== end.submission;
    return {
      ...(parent === undefined ? {} : { parent: { ...parent, taken: this.run.taken } }),
      ...(differs ? { patch: this.patch } : {}),
      ...(droppedBytes > 0 ? { droppedBytes } : {}),
      ...(spend.unpriced > 0 ? { unpricedCalls: spend.unpriced } : {}),
      ...(end?.budget === true ? { budgetReached: true } : {}),
    };
  }

  private result({ status: rawStatus, submission, fault, budget }: LoopEnd): AttemptResult {
    const { calls, costUsd, usage } = this.run.spend;
    const handedIn = rawStatus === 'Submitted' ? submission : null;
    const words = fault === '' ? this.missing() : `${rawStatus}: ${fault}`;
    const status = budget ? 'limit_cost' : this.status(rawStatus, submission);
    return { status, rawStatus, patch: this.patch, submission: handedIn, calls, costUsd, usage, fault: words };
  }

  private missing(): string | null {
    if (this.snapshotFault instanceof Error) return `The patch could not be taken: ${this.snapshotFault.message}`;
    return null;
  }

  /** In the words of the reader, so that the run's list and the opened trajectory say the same. */
  private status(exit_status: string, submission: string): TrajectoryStatus {
    const { calls: api_calls, knownUsd: instance_cost } = this.run.spend;
    const model_stats = { api_calls, instance_cost };
    const info = miniInfo({ exit_status, submission, model_stats, config: this.settings });
    return miniStatus(info, miniPatch(info));
  }
}

/**
 * The loop of mini-swe-agent 2.4.6 as an agent: writes `<instance>.traj.json` after every turn, takes the patch itself,
 * ends within a second of being stopped. Throws InputFault where a template or the pattern can't be read; a variable
 * that is missing ends the attempt. `start`: goes on from there instead of the prompts.
 */
export const loopAgent = (config: LoopConfig, start?: LoopStart): Agent => {
  const templates = readLoopTemplates(config);
  const { id, title: _, limits, ...settings } = config;
  return {
    id,
    settings: { loop: `mini-swe-agent ${miniVersion}`, ...settings },
    limits,
    needsSandbox: true,
    prepare: async (_instance: Instance) => ({
      mounts: [],
      env: config.env,
      interpreter: config.interpreter,
      attempt: (ports, signal) => new LoopAttempt(config, templates, start ?? null, ports, signal).whole(),
      close: async () => undefined,
    }),
  };
};
