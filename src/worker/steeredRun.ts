import type { EvaluatedItem, EvaluateHooks } from '../app/evaluation/request';
import type { RunControl, RunProgress } from '../core/run/schedule/runProgress';
import { type EndedItem, type EvaluationRun, type RunEnd, reportEveryMs } from '../protocol/evaluationRuns';
import { FlakyPredictions } from './flakyPredictions';

/** Items without a verdict that are named to the editor; the others are counted. */
const namedAtMost = 500;

/** How often a run speaks of itself while nothing happens: its items grow older. */
const beatMs = 1000;

export type RunAbout = Pick<EvaluationRun, 'title' | 'studyFolder' | 'datasetPath' | 'repeats'>;

const planned = (id: string, runId: string, total: number): RunProgress => ({
  id,
  runId,
  state: 'running',
  total,
  done: 0,
  kept: 0,
  resolved: 0,
  unresolved: 0,
  scored: 0,
  noVerdict: 0,
  running: [],
  waiting: total,
  elapsedMs: 0,
  leftMs: null,
  fault: null,
});

/** One run while it goes on: what is known of it, told at most four times a second, and how it is steered. */
export class SteeredRun {
  readonly id: string;
  readonly stop = new AbortController();
  private readonly about: RunAbout;
  private control: RunControl | null = null;
  private progress: RunProgress;
  private readonly noVerdict: EndedItem[] = [];
  private readonly flaky = new FlakyPredictions();
  private end: RunEnd | null = null;
  private waiting: NodeJS.Timeout | undefined;
  private lastTold = 0;
  private readonly beat = setInterval(() => this.look(), beatMs);

  constructor(
    run: { readonly id: string; readonly runId: string; readonly about: RunAbout; readonly total: number },
    private readonly report: (run: EvaluationRun) => void,
  ) {
    this.id = run.id;
    this.about = run.about;
    this.progress = planned(run.id, run.runId, run.total);
  }

  /** What the app tells of the run, beside what the caller's own hooks do. */
  hooks(): Pick<EvaluateHooks, 'evaluated' | 'started' | 'changed'> {
    return {
      started: (control) => {
        this.control = control;
      },
      changed: (progress) => {
        this.progress = { ...progress, id: this.id };
        this.tell();
      },
      evaluated: (item) => this.note(item),
    };
  }

  state(): EvaluationRun {
    return { ...this.about, progress: this.progress, noVerdict: [...this.noVerdict], end: this.end };
  }

  pause(): void {
    this.control?.pause();
    this.look();
  }

  resume(): void {
    this.control?.resume();
    this.look();
  }

  /** One item, or the whole run: what runs is then ended, what was done stays. */
  cancel(item: Parameters<RunControl['cancelItem']>[0] | null): void {
    if (item !== null) this.control?.cancelItem(item);
    else {
      this.progress = { ...this.progress, state: 'stopping' };
      this.stop.abort(new Error('Cancelled'));
    }
    this.tell();
  }

  /** The run has come to its end; nothing is told of it after that. */
  close(outcome: { readonly fault: string | null } | { readonly error: unknown }): void {
    clearInterval(this.beat);
    clearTimeout(this.waiting);
    if ('fault' in outcome && outcome.fault !== null) this.progress = { ...this.progress, fault: outcome.fault };
    this.end = this.endOf(outcome);
    this.progress = { ...this.progress, state: 'ended', running: [], leftMs: null };
    this.report(this.state());
  }

  private endOf(outcome: { readonly fault: string | null } | { readonly error: unknown }): RunEnd {
    if (this.stop.signal.aborted) return { kind: 'cancelled' };
    if ('error' in outcome) {
      const { error } = outcome;
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
    if (outcome.fault !== null) return { kind: 'failed', message: outcome.fault };
    return { kind: 'done', flaky: this.about.repeats > 1 ? this.flaky.count() : null };
  }

  private note(item: EvaluatedItem): void {
    const { instanceId, model, repeat, outcome, reason, folder } = item;
    if (this.about.repeats > 1) this.flaky.note(item);
    if (outcome.kind === 'none' && this.noVerdict.length < namedAtMost)
      this.noVerdict.push({ instanceId, model, repeat, outcome, reason, folder });
    this.tell();
  }

  private look(): void {
    if (this.end !== null || this.control === null) return;
    const progress = { ...this.control.progress(), id: this.id };
    this.progress = this.stop.signal.aborted ? { ...progress, state: 'stopping' } : progress;
    this.tell();
  }

  /** At once where the last report is old enough, else when it is; always the newest state. */
  private tell(): void {
    if (this.end !== null || this.waiting !== undefined) return;
    const since = performance.now() - this.lastTold;
    this.waiting = setTimeout(
      () => {
        this.waiting = undefined;
        this.lastTold = performance.now();
        this.report(this.state());
      },
      Math.max(0, reportEveryMs - since),
    );
  }
}
