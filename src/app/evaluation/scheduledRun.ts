import { capacityOf } from '../../core/run/schedule/capacity';
import { ExpectedTimes } from '../../core/run/schedule/expectedTimes';
import { RunBoard } from '../../core/run/schedule/runBoard';
import type { RunControl, RunItemKey, RunProgress } from '../../core/run/schedule/runProgress';
import { Schedule } from '../../core/run/schedule/schedule';
import type { EnvironmentFault } from '../../core/shared/problem';
import { notEvaluated, tryTask } from './attempts';
import type { EvaluationContext } from './context';
import { EngineWatch, usualPatienceMs } from './engineWatch';
import { dropJob } from './evaluateOne';
import { ProgressReporter } from './progressReporter';
import type { Recovered } from './recovery';
import type { EvaluatedItem } from './request';
import { isKeyOf, type Task } from './task';

let runs = 0;

class Withdrawn extends Error {}

/** Runs what is open, as the schedule says, until all has ended; the handle by which people steer it. */
export class ScheduledRun implements RunControl {
  readonly #items = new Map<Task, EvaluatedItem>();
  readonly #id: string;
  readonly #schedule: Schedule<Task>;
  readonly #board: RunBoard;
  readonly #reporter: ProgressReporter;
  readonly #watch: EngineWatch;
  readonly #stops = new Map<Task, AbortController>();
  #fault: EnvironmentFault | null = null;
  #error: { readonly error: unknown } | null = null;
  #over: () => void = () => {};

  constructor(
    private readonly context: EvaluationContext,
    private readonly recovered: Recovered,
    earlierTimes: ReadonlyMap<string, number>,
  ) {
    const { request, engine, ports, hooks, signal } = context;
    runs += 1;
    this.#id = `${request.runId}-${runs}`;
    const machine = { cpus: engine.cpus ?? null, memoryBytes: engine.memoryBytes ?? null };
    this.#schedule = new Schedule(capacityOf(machine, request.workers), new ExpectedTimes(earlierTimes));
    this.#board = new RunBoard(recovered.kept.size + recovered.open.length, ports.clock.monotonic());
    this.#reporter = new ProgressReporter(() => this.progress(), hooks.changed);
    const held = (away: boolean) => {
      this.#schedule.hold(away);
      this.#pump();
    };
    const tell = (text: string) => hooks.progress(null, text);
    this.#watch = new EngineWatch(ports.engine, request.patienceMs ?? usualPatienceMs, { held, tell }, signal);
    for (const task of recovered.open)
      this.#schedule.add(
        task,
        task.found.some(({ state }) => state !== 'created'),
      );
  }

  get fault(): EnvironmentFault | null {
    return this.#fault;
  }

  /** What ended, in the order of these tasks. */
  itemsOf(tasks: readonly Task[]): ReadonlyMap<Task, EvaluatedItem> {
    return new Map(
      tasks.flatMap((task) => {
        const item = this.#items.get(task);
        return item === undefined ? [] : [[task, item] as const];
      }),
    );
  }

  /** Resolves when nothing runs any more; throws what nobody expected. What was aborted has no item. */
  async run(): Promise<void> {
    const { signal } = this.context;
    const stop = () => this.#stopAll(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (const [task, item] of this.recovered.kept) this.#ended(task, item);
      await new Promise<void>((over) => {
        this.#over = over;
        if (signal.aborted) stop();
        this.#pump();
      });
    } finally {
      signal.removeEventListener('abort', stop);
      this.#reporter.end();
    }
    if (this.#error !== null) throw this.#error.error;
  }

  pause(): void {
    if (this.#schedule.state !== 'running') return;
    this.#schedule.pause();
    this.#board.paused(this.#now());
    this.#note('paused');
    this.#reporter.touch();
  }

  resume(): void {
    if (this.#schedule.state !== 'paused') return;
    this.#schedule.resume();
    this.#board.resumed(this.#now());
    this.#note('resumed');
    this.#pump();
  }

  cancelItem(key: RunItemKey): void {
    for (const task of this.recovered.open.filter((one) => isKeyOf(key, one))) {
      if (this.#schedule.withdraw(task)) this.#withdrawn(task);
      else this.#stops.get(task)?.abort(new Withdrawn('Cancelled.'));
    }
    this.#pump();
  }

  progress(): RunProgress {
    const now = this.#now();
    return {
      id: this.#id,
      runId: this.context.request.runId,
      state: this.#schedule.state,
      ...this.#board.counts(now),
      waiting: this.#schedule.waiting,
      leftMs: this.#schedule.leftMs((task) => this.#board.since(task.name, now)),
      fault: this.#fault?.message ?? null,
    };
  }

  #now(): number {
    return this.context.ports.clock.monotonic();
  }

  #note(kind: 'paused' | 'resumed'): void {
    const { runOf, request, ports } = this.context;
    runOf(request)
      .journal({ kind, at: ports.clock.now() })
      .catch((error: unknown) => this.#broke(error));
  }

  #pump(): void {
    for (let task = this.#schedule.next(); task !== null; task = this.#schedule.next()) void this.#start(task);
    this.#reporter.touch();
    if (this.#schedule.isOver) this.#over();
  }

  async #start(task: Task): Promise<void> {
    const stop = new AbortController();
    const began = this.#now();
    this.#stops.set(task, stop);
    this.#board.began(task.name, task.key, began);
    const signal = AbortSignal.any([this.context.signal, stop.signal]);
    const { progress, ...hooks } = this.context.hooks;
    const told: typeof progress = (key, text) => {
      if (key !== null) this.#board.phase(task.name, text);
      progress(key, text);
      this.#reporter.touch();
    };
    try {
      await this.#tried({ ...this.context, signal, hooks: { ...hooks, progress: told } }, task, began);
    } catch (error) {
      await this.#failed(task, stop.signal, error);
    } finally {
      this.#stops.delete(task);
      this.#pump();
    }
  }

  async #tried(context: EvaluationContext, task: Task, began: number): Promise<void> {
    const next = await tryTask(context, this.#watch, task);
    this.#board.left(task.name);
    if (next.kind === 'again' && this.#fault === null) {
      this.#schedule.again(task);
      return;
    }
    const item = next.kind === 'again' ? this.#notStarted(task) : next.item;
    this.#schedule.ended(task, item.outcome.kind === 'none' ? null : this.#now() - began);
    this.#ended(task, item);
    if (next.kind === 'stop') this.#giveUp(next.fault);
  }

  async #failed(task: Task, stopped: AbortSignal, error: unknown): Promise<void> {
    await dropJob(this.context, task).catch(() => undefined);
    this.#board.left(task.name);
    this.#schedule.ended(task, null);
    if (stopped.aborted && stopped.reason instanceof Withdrawn) this.#withdrawn(task);
    else if (!this.context.signal.aborted) this.#broke(error);
  }

  #withdrawn(task: Task): void {
    this.context.hooks.progress(task.key, 'cancelled');
    this.#board.withdrawn();
  }

  #ended(task: Task, item: EvaluatedItem): void {
    this.#items.set(task, item);
    this.#board.ended(item.outcome.kind, item.kept);
    this.context.hooks.evaluated(item);
  }

  /** The rest is not started, and says so. */
  #giveUp(fault: EnvironmentFault): void {
    this.#fault ??= fault;
    for (const task of this.#schedule.stop()) this.#ended(task, this.#notStarted(task));
  }

  #notStarted(task: Task): EvaluatedItem {
    return notEvaluated(this.context, task, `not started: ${this.#fault?.message ?? ''}`);
  }

  #broke(error: unknown): void {
    this.#error ??= { error };
    this.#stopAll(error);
  }

  #stopAll(reason: unknown): void {
    this.#schedule.stop();
    for (const stop of this.#stops.values()) stop.abort(reason);
    this.#pump();
  }
}
