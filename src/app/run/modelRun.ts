import type { EngineInfo } from '../../core/run/container/engine';
import { capacityOf } from '../../core/run/schedule/capacity';
import { ExpectedTimes } from '../../core/run/schedule/expectedTimes';
import { Schedule } from '../../core/run/schedule/schedule';
import { EnvironmentFault } from '../../core/shared/problem';
import { EngineWatch, usualPatienceMs } from '../evaluation/engineWatch';
import { AttemptStopped } from './attemptEnd';
import { keepOutcome } from './attemptOutcome';
import { type AttemptRun, runAttempt } from './runAttempt';
import { noteEvent, type RunContext } from './runContext';
import type { ModelRunControl, RunEnd } from './runRequest';
import type { RunTask } from './runTask';

/** How often an attempt begins anew because its engine went away. */
const mostTries = 3;

/** Runs what is open, as the schedule says, until all has ended or it is stopped. */
export class ModelRun implements ModelRunControl {
  readonly #schedule: Promise<Schedule<RunTask>>;
  readonly #stops = new Map<RunTask, AbortController>();
  readonly #tries = new Map<RunTask, number>();
  readonly #watch: EngineWatch;
  #held = (_away: boolean): void => {};
  #stopped: RunEnd['stopped'] = null;
  #error: { readonly error: unknown } | null = null;
  #over: () => void = () => {};

  constructor(
    private readonly context: RunContext,
    private readonly tasks: readonly RunTask[],
    private readonly openTasks: readonly RunTask[],
  ) {
    const { ports, request, hooks, signal } = context;
    const held = (away: boolean) => this.#held(away);
    const tell = (text: string) => hooks.told(null, text);
    this.#watch = new EngineWatch(ports.engine, request.patienceMs ?? usualPatienceMs, { held, tell }, signal);
    this.#schedule = this.#scheduled();
  }

  async #scheduled(): Promise<Schedule<RunTask>> {
    const { ports, request, signal } = this.context;
    const nowhere = { cpus: 1, memoryBytes: null };
    const seen: Pick<EngineInfo, 'cpus' | 'memoryBytes'> | null = request.agent.needsSandbox
      ? await ports.engine.ping(signal)
      : null;
    const machine = seen === null ? nowhere : { cpus: seen.cpus ?? null, memoryBytes: seen.memoryBytes ?? null };
    const schedule = new Schedule<RunTask>(capacityOf(machine, request.workers), new ExpectedTimes());
    for (const task of this.openTasks) schedule.add(task);
    return schedule;
  }

  stop(instanceId: string): void {
    for (const task of this.openTasks.filter((one) => one.instanceId === instanceId))
      void this.#stopOne(task).catch((error: unknown) => this.#broke(error));
  }

  say(instanceId: string, text: string): void {
    for (const task of this.openTasks) if (task.instanceId === instanceId) task.said.push(text);
  }

  async run(): Promise<RunEnd> {
    const { signal, hooks } = this.context;
    const schedule = await this.#schedule;
    this.#held = (away) => {
      schedule.hold(away);
      this.#pump(schedule);
    };
    const stop = () => this.#stopAll(schedule, signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    hooks.started?.(this);
    try {
      await new Promise<void>((over) => {
        this.#over = over;
        if (signal.aborted) stop();
        this.#pump(schedule);
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (this.#error !== null) throw this.#error.error;
    return this.#end();
  }

  async #end(): Promise<RunEnd> {
    const { signal } = this.context;
    if (signal.aborted) this.#stopped ??= { why: 'person', text: wordsOf(signal.reason) };
    if (this.#stopped === null) await noteEvent(this.context, { kind: 'done' });
    else await noteEvent(this.context, { kind: 'stopped', ...this.#stopped });
    return {
      items: this.tasks.map(({ board }) => board.state),
      spend: this.context.budget.spend,
      stopped: this.#stopped,
    };
  }

  #pump(schedule: Schedule<RunTask>): void {
    const { reached } = this.context.budget;
    if (reached !== null) this.#giveUp(schedule, { why: 'budget', text: reached });
    for (let task = schedule.next(); task !== null; task = schedule.next()) void this.#start(schedule, task);
    if (schedule.isOver) this.#over();
  }

  async #start(schedule: Schedule<RunTask>, task: RunTask): Promise<void> {
    const stop = new AbortController();
    const began = this.context.ports.clock.monotonic();
    this.#stops.set(task, stop);
    task.board.moved('running');
    try {
      await this.#ended(schedule, task, await runAttempt(this.context, task, stop), began);
    } catch (error) {
      schedule.ended(task, null);
      task.board.moved('waiting');
      if (!this.context.signal.aborted) this.#brokeIn(schedule, error);
    } finally {
      this.#stops.delete(task);
      this.#pump(schedule);
    }
  }

  async #ended(schedule: Schedule<RunTask>, task: RunTask, run: AttemptRun, began: number): Promise<void> {
    if (run.lost !== null && (await this.#isAgain(schedule, task))) {
      task.board.moved('waiting');
      return;
    }
    const seconds = (this.context.ports.clock.monotonic() - began) / 1000;
    await keepOutcome(this.context, task, run, seconds);
    schedule.ended(task, seconds * 1000);
    task.board.ended('ended', run.result);
  }

  /** The sandbox is gone: with its engine, which is waited for, or alone, which is a fault of this attempt. */
  async #isAgain(schedule: Schedule<RunTask>, task: RunTask): Promise<boolean> {
    const tries = (this.#tries.get(task) ?? 0) + 1;
    this.#tries.set(task, tries);
    const look = this.#stopped?.why === 'fault' ? null : await this.#watch.look();
    if (look === null) {
      schedule.ended(task, null);
      return true;
    }
    if (look.kind === 'answers') return false;
    if (look.kind === 'gone') {
      schedule.ended(task, null);
      this.#giveUp(schedule, { why: 'fault', text: `The engine went away: ${look.fault.message}` });
      return true;
    }
    if (tries >= mostTries) return false;
    this.context.hooks.told(task.instanceId, 'Its sandbox went away with the engine: its attempt begins anew.');
    schedule.again(task);
    return true;
  }

  async #stopOne(task: RunTask): Promise<void> {
    const stop = this.#stops.get(task);
    if (stop !== undefined) stop.abort(new AttemptStopped('Stopped by a person.'));
    else (await this.#schedule).withdraw(task);
    this.#pump(await this.#schedule);
  }

  /** Nothing new begins; what runs goes on to its end, which under a budget is its next call. */
  #giveUp(schedule: Schedule<RunTask>, stopped: NonNullable<RunEnd['stopped']>): void {
    if (schedule.stop().length > 0 || stopped.why === 'fault') this.#stopped ??= stopped;
  }

  #brokeIn(schedule: Schedule<RunTask>, error: unknown): void {
    if (error instanceof EnvironmentFault) {
      this.#stopped ??= { why: 'fault', text: error.message };
      this.#stopAll(schedule, error);
    } else this.#broke(error, schedule);
  }

  #broke(error: unknown, schedule?: Schedule<RunTask>): void {
    this.#error ??= { error };
    if (schedule !== undefined) this.#stopAll(schedule, error);
  }

  #stopAll(schedule: Schedule<RunTask>, reason: unknown): void {
    schedule.stop();
    for (const stop of this.#stops.values()) stop.abort(reason);
    this.#pump(schedule);
  }
}

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : 'Stopped.');
