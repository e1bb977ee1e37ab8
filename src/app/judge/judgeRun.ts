import PQueue from 'p-queue';
import { canonicalJson } from '../../core/review/events/canonicalJson';
import type { JudgeLine, PairLine, SampleRecord } from '../../core/review/judge/judgeLine';
import { seesRefusal } from '../../core/review/judge/judgeSees';
import { refusalOf } from '../../core/review/rubric/appliesTo';
import type { AttemptModel } from '../../core/run/agent/attempt';
import { InputFault, type Problem } from '../../core/shared/problem';
import { askItem } from './askItem';
import type { QuestionPorts } from './askJudge';
import { type PlannedItem, planJudgeItems } from './judgeItems';
import { askPair, type PlannedPair, planPairs } from './judgePairs';
import type { JudgeHooks, JudgePorts, JudgeRequest, JudgeRunEnd } from './judgeRequest';
import { answersBefore, keyOf, settingsOf } from './judgeSettings';
import { JudgeSpend } from './judgeSpend';
import { JudgeTexts, type ReadItem } from './judgeTexts';

const stoppedWords = 'It was stopped. Asked again it goes on.';

/** One run of a judge over a study. */
class JudgeRun {
  private readonly lines: (JudgeLine | PairLine)[] = [];
  private readonly leftOut: Problem[] = [];
  private readonly failed: Problem[] = [];
  private readonly spend: JudgeSpend;
  private readonly texts: JudgeTexts;
  private readonly questions: QuestionPorts;
  private stopped: string | null = null;
  /** What can't be gone on after; thrown once nothing goes on any more. */
  private broken: { readonly error: unknown } | null = null;
  private kept = 0;
  private total = 0;

  constructor(
    private readonly ports: JudgePorts,
    private readonly q: JudgeRequest,
    private readonly hooks: JudgeHooks,
    private readonly signal: AbortSignal,
    model: AttemptModel,
    private readonly settings: string,
    private readonly before: ReadonlyMap<string, JudgeLine | PairLine>,
  ) {
    this.spend = new JudgeSpend(q.budgetUsd);
    this.texts = new JudgeTexts(ports, q, signal);
    this.questions = {
      asking: { model, clock: ports.clock, params: q.params, signal },
      ...{ texts: this.texts, sha256: ports.sha256, request: q, settings },
      mayAsk: () => this.mayAsk(),
      spent: (costUsd) => this.spend.add(costUsd),
      wasAsked: (label, subject) => this.wasAsked(label, subject),
    };
  }

  async run(): Promise<Omit<JudgeRunEnd, 'settings'>> {
    const { q } = this;
    const planned = planJudgeItems(q.catalogue, q.rubric, q.items);
    this.leftOut.push(...planned.leftOut);
    const pairs = q.pair === null ? null : planPairs(planned.items, q.pair);
    this.leftOut.push(...(pairs?.leftOut ?? []));
    const work =
      pairs === null
        ? planned.items.map((item) => () => this.judge(item))
        : pairs.pairs.map((pair) => () => this.compare(pair));
    this.total = work.length;
    const queue = new PQueue({ concurrency: q.workers });
    await Promise.all(work.map((one) => queue.add(() => this.guarded(one))));
    if (this.broken !== null) throw this.broken.error;
    const { lines, kept, leftOut, failed, stopped } = this;
    return { lines, kept, leftOut, failed, stopped, spentUsd: this.spend.spentUsd };
  }

  /** After the first reason to stop nothing more is begun; what is under way comes to its end. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    if (this.signal.aborted) this.stopped ??= stoppedWords;
    if (this.stopped !== null) return;
    try {
      await work();
    } catch (error) {
      if (!this.signal.aborted) this.broken ??= { error };
      this.stopped ??= stoppedWords;
    }
  }

  private async judge(item: PlannedItem): Promise<void> {
    const read = await this.readable(item.label, () => this.texts.read(item));
    if (read === null || this.refuses(item.label, read)) return;
    const asked = await askItem(this.questions, read);
    if (asked !== null) await this.took(item.label, asked.line, asked.samples);
  }

  private async compare(pair: PlannedPair): Promise<void> {
    const line = await this.readable(pair.label, () => askPair(this.questions, pair));
    if (line !== null) await this.took(pair.label, line, line.samples);
  }

  /** Null: texts of it can't be read; it is left out, and why is told. */
  private async readable<T>(label: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.leftOut.push({ where: label, field: null, reason: error.message });
      return null;
    }
  }

  /** What the rubric doesn't rate is left out, and why is told. */
  private refuses(label: string, { instance }: ReadItem): boolean {
    const { rubric } = this.q;
    const taskTypes = instance.labels.taskTypes?.map(({ value }) => value) ?? null;
    const reason = refusalOf(rubric, { unit: rubric.unit, taskTypes, outcome: null });
    if (reason !== null) this.leftOut.push({ where: label, field: null, reason });
    return reason !== null;
  }

  private mayAsk(): boolean {
    this.signal.throwIfAborted();
    this.stopped ??= this.spend.refusal();
    return this.stopped === null;
  }

  private async wasAsked(label: string, subject: unknown): Promise<boolean> {
    const line = this.before.get(keyOf(this.settings, label, subject));
    if (line === undefined) return false;
    this.kept += 1;
    this.lines.push(line);
    this.hooks.done(label, line, this.lines.length, this.total);
    return true;
  }

  /** An item none of whose questions brought a reply is no line: asked again, it is asked anew. */
  private async took(label: string, line: JudgeLine | PairLine, samples: readonly SampleRecord[]): Promise<void> {
    if (samples.every(({ reply }) => reply === null)) {
      this.failed.push({ where: label, field: null, reason: samples[0]?.fault ?? 'nothing was asked.' });
      return;
    }
    const labelled = { ...line, label };
    await this.ports.store.append(labelled);
    this.lines.push(labelled);
    this.hooks.done(label, labelled, this.lines.length, this.total);
  }
}

/**
 * Asks a model the questions of a rubric about the items of a study, and writes an answer a line. Items that were answered
 * under the same settings are kept. Throws InputFault where nothing may be asked: S143, other settings, no key.
 */
export const judgeRun = async (
  ports: JudgePorts,
  q: JudgeRequest,
  hooks: JudgeHooks,
  signal: AbortSignal,
): Promise<JudgeRunEnd> => {
  const refused = seesRefusal(q.rubric, q.sees);
  if (refused !== null) throw new InputFault(refused);
  const settings = settingsOf(q);
  const settingsSha256 = ports.sha256(canonicalJson(settings));
  const before = await answersBefore(ports, q, settingsSha256);
  const model = await ports.models.open(q.model, ports.keys, ports.store.recordFile, {
    retrying: (fault, attempt, waitMs) => hooks.retrying(fault, attempt, waitMs),
  });
  if ((await ports.store.head()) === null)
    await ports.store.writeHead({ judge: q.judge, settings, settingsSha256, at: ports.clock.now(), tool: ports.tool });
  const run = new JudgeRun(ports, q, hooks, signal, model, settingsSha256, before);
  return { ...(await run.run()), settings };
};
