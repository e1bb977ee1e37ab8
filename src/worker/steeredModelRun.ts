import type { ModelRunControl, RunEnd, RunHooks, RunItemState } from '../app/run/runRequest';
import { reportEveryMs } from '../protocol/evaluationRuns';
import type { ModelRun, ModelRunItem } from '../protocol/modelRuns';

export type ModelRunAbout = Pick<ModelRun, 'id' | 'runIds' | 'title' | 'studyFolder' | 'datasetPath' | 'budgetUsd'>;

/** One attempt at every instance: a run of its own. */
interface Attempt {
  readonly runId: string;
  /** From 1. */
  readonly attempt: number;
}

const keyOf = (runId: string, instanceId: string): string => JSON.stringify([runId, instanceId]);

const waiting = ({ runId, attempt }: Attempt, instanceId: string): ModelRunItem => ({
  ...{ instanceId, runId, attempt, state: 'waiting', doing: '', calls: 0, costUsd: 0 },
  ...{ status: null, rawStatus: null, fault: null, trajectory: null },
});

const shownItem = (before: ModelRunItem, { state, progress, result, trajectory }: RunItemState): ModelRunItem => ({
  ...before,
  state,
  doing: result === null ? (progress?.doing ?? before.doing) : '',
  calls: result?.calls ?? progress?.calls ?? before.calls,
  costUsd: result !== null ? result.costUsd : progress !== null ? progress.costUsd : before.costUsd,
  status: result?.status ?? null,
  rawStatus: result?.rawStatus ?? null,
  fault: result?.fault ?? null,
  trajectory,
});

interface Tokens {
  readonly prompt: number | null;
  readonly completion: number | null;
}

const noTokens: Tokens = { prompt: 0, completion: 0 };

/** Null as soon as one part is unknown. */
const sum = (all: readonly (number | null)[]): number | null =>
  all.some((each) => each === null) ? null : all.reduce<number>((total, each) => total + (each ?? 0), 0);

/** One run of a model while it goes on: what is known of it, told at most four times a second, and how it is stopped. */
export class SteeredModelRun {
  readonly stop = new AbortController();
  private readonly items = new Map<string, ModelRunItem>();
  private readonly tokens = new Map<string, Tokens>();
  private control: { readonly runId: string; readonly control: ModelRunControl } | null = null;
  private end: ModelRun['end'] = null;
  private timer: NodeJS.Timeout | undefined;
  private lastTold = 0;

  constructor(
    readonly about: ModelRunAbout,
    attempts: readonly Attempt[],
    instanceIds: readonly string[],
    private readonly report: (run: ModelRun) => void,
  ) {
    for (const attempt of attempts)
      for (const id of instanceIds) this.items.set(keyOf(attempt.runId, id), waiting(attempt, id));
  }

  /** What the engine tells of one attempt's run. */
  hooks(runId: string): Pick<RunHooks, 'told' | 'changed' | 'started'> {
    return {
      started: (control) => {
        this.control = { runId, control };
      },
      told: (instanceId, text) => {
        for (const [key, item] of this.items)
          if (item.runId === runId && item.state !== 'ended' && (instanceId === null || item.instanceId === instanceId))
            if (instanceId !== null || item.calls === 0) this.items.set(key, { ...item, doing: text });
        this.tell();
      },
      changed: (state) => this.note(runId, state),
    };
  }

  state(): ModelRun {
    const items = [...this.items.values()];
    const tokens = [...this.tokens.values()];
    return {
      ...this.about,
      items,
      spentUsd: sum(items.filter(({ calls }) => calls > 0).map(({ costUsd }) => costUsd)),
      promptTokens: sum(tokens.map(({ prompt }) => prompt)),
      completionTokens: sum(tokens.map(({ completion }) => completion)),
      end: this.end,
    };
  }

  /** Without an instance all of it. */
  stopOne(instanceId: string | null): void {
    if (instanceId === null) this.stop.abort(new Error('Stopped'));
    else this.control?.control.stop(instanceId);
    this.tell();
  }

  /** What an attempt's run came to in the end. */
  ended(runId: string, { items }: RunEnd): void {
    for (const item of items) this.note(runId, item);
  }

  /** It has come to its end; nothing is told of it after that. */
  close(end: NonNullable<ModelRun['end']>): void {
    clearTimeout(this.timer);
    this.end = end;
    this.report(this.state());
  }

  private note(runId: string, state: RunItemState): void {
    const key = keyOf(runId, state.instanceId);
    const before = this.items.get(key);
    if (before === undefined || this.end !== null) return;
    this.items.set(key, shownItem(before, state));
    const usage = state.result?.usage ?? state.progress?.usage ?? null;
    const calls = state.result?.calls ?? state.progress?.calls ?? 0;
    const unknown = calls === 0 ? noTokens : { prompt: null, completion: null };
    this.tokens.set(key, usage === null ? unknown : { prompt: usage.prompt, completion: usage.completion });
    this.tell();
  }

  /** At once where the last report is old enough, else when it is; always the newest state. */
  private tell(): void {
    if (this.end !== null || this.timer !== undefined) return;
    const since = performance.now() - this.lastTold;
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.lastTold = performance.now();
        this.report(this.state());
      },
      Math.max(0, reportEveryMs - since),
    );
  }
}
