import PQueue from 'p-queue';
import { canonicalJson } from '../../core/review/events/canonicalJson';
import { buildJudgeLine, type JudgedItem } from '../../core/review/judge/buildJudgeLine';
import type { JudgeLine, PairLine, SampleRecord } from '../../core/review/judge/judgeLine';
import { judgeParts, sawOf } from '../../core/review/judge/judgeParts';
import { judgePrompt } from '../../core/review/judge/judgePrompt';
import { seesRefusal, testsSeen } from '../../core/review/judge/judgeSees';
import { readJudgeReply } from '../../core/review/judge/readJudgeReply';
import { refusalOf } from '../../core/review/rubric/appliesTo';
import type { AttemptModel } from '../../core/run/agent/attempt';
import { InputFault, type Problem } from '../../core/shared/problem';
import { pathBelow } from '../../core/study/studyPath';
import { contextOf } from '../verdictItem';
import { askSample, sampleOrders } from './askJudge';
import { type PlannedItem, planJudgeItems } from './judgeItems';
import { askPair, planPairs } from './judgePairs';
import type { JudgeHooks, JudgePorts, JudgeRequest, JudgeRunEnd } from './judgeRequest';
import { answersBefore, keyOf, settingsOf } from './judgeSettings';
import { JudgeSpend } from './judgeSpend';
import { JudgeTexts, type ReadItem } from './judgeTexts';

/** One run of a judge over a study. */
class JudgeRun {
  private readonly lines: (JudgeLine | PairLine)[] = [];
  private readonly leftOut: Problem[] = [];
  private readonly failed: Problem[] = [];
  private readonly spend: JudgeSpend;
  private readonly texts: JudgeTexts;
  private stopped: string | null = null;
  private kept = 0;
  private total = 0;

  constructor(
    private readonly ports: JudgePorts,
    private readonly q: JudgeRequest,
    private readonly hooks: JudgeHooks,
    private readonly signal: AbortSignal,
    private readonly model: AttemptModel,
    private readonly settings: string,
    private readonly before: ReadonlyMap<string, JudgeLine | PairLine>,
  ) {
    this.spend = new JudgeSpend(q.budgetUsd);
    this.texts = new JudgeTexts(ports, q, signal);
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
    const { lines, kept, leftOut, failed, stopped } = this;
    return { lines, kept, leftOut, failed, stopped, spentUsd: this.spend.spentUsd };
  }

  /** After the first reason to stop nothing more is begun; what is under way comes to its end. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    if (this.signal.aborted) this.stopped ??= 'It was stopped. Asked again it goes on.';
    if (this.stopped !== null) return;
    try {
      await work();
    } catch (error) {
      if (!this.signal.aborted) throw error;
      this.stopped ??= 'It was stopped. Asked again it goes on.';
    }
  }

  private async judge(item: PlannedItem): Promise<void> {
    const read = await this.readable(item);
    if (read === null) return;
    const judged = this.itemOf(read);
    if (await this.wasAsked(item.label, judged.subject)) return;
    const parts = judgeParts(read.texts, this.q.maxChars, this.ports.sha256);
    const samples = await this.samplesOf(read, parts);
    if (samples === null) return;
    const line = buildJudgeLine(this.q.judge, this.q.rubric, judged, sawOf(parts, this.q.sees), samples, this.settings);
    await this.took(item.label, line, samples);
  }

  /** Null: it is left out, and why is told. */
  private async readable(item: PlannedItem): Promise<ReadItem | null> {
    try {
      const read = await this.texts.read(item);
      const { rubric } = this.q;
      const taskTypes = read.instance.labels.taskTypes?.map(({ value }) => value) ?? null;
      const refused = refusalOf(rubric, { unit: rubric.unit, taskTypes, outcome: null });
      if (refused === null) return read;
      this.leftOut.push({ where: item.label, field: null, reason: refused });
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.leftOut.push({ where: item.label, field: null, reason: error.message });
    }
    return null;
  }

  private itemOf({ item, instance, trajectoryHash }: ReadItem): JudgedItem {
    const { unit } = this.q.rubric;
    const path = item.trajectoryPath;
    return {
      unit,
      run: item.row?.runId ?? null,
      instanceId: instance.id,
      attempt: item.row?.attempt ?? 1,
      subject: {
        base: instance.baseCommit,
        patch: unit === 'prediction' ? (item.row?.patchHash ?? null) : null,
        trajectory: trajectoryHash,
      },
      trajectory: path === null ? null : (pathBelow(this.q.catalogue.root, path) ?? path),
    };
  }

  /** All samples of an item; null where the budget ends it between them. */
  private async samplesOf(read: ReadItem, parts: ReturnType<typeof judgeParts>): Promise<SampleRecord[] | null> {
    const { q, ports } = this;
    const form = contextOf(read.instance, testsSeen(q.sees).includes('log'), q.sees.includes('gold'));
    const context = {
      rubric: q.rubric,
      points: form.points,
      steps: read.steps,
      form: { ...form, visible: q.sees },
    };
    const samples: SampleRecord[] = [];
    for (const order of sampleOrders(q.samples, q.swap)) {
      if (!this.mayAsk()) return null;
      const prompt = judgePrompt(q.rubric, parts, form.points, order.swapped, ports.sha256);
      const sample = await askSample(this.asking(), { ...order, prompt }, (reply, cut) =>
        readJudgeReply(reply, cut, context),
      );
      if (sample.reply !== null) this.spend.add(sample.costUsd);
      samples.push(sample);
    }
    return samples;
  }

  private async compare(pair: Parameters<typeof askPair>[1]): Promise<void> {
    const line = await askPair(
      {
        asking: this.asking(),
        texts: this.texts,
        sha256: this.ports.sha256,
        request: this.q,
        settings: this.settings,
        mayAsk: () => this.mayAsk(),
        spent: (costUsd) => this.spend.add(costUsd),
        wasAsked: (label, subject) => this.wasAsked(label, subject),
      },
      pair,
    );
    if (line !== null) await this.took(pair.label, line, line.samples);
  }

  private asking() {
    const { model, signal } = this;
    return { model, clock: this.ports.clock, params: this.q.params, signal };
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
