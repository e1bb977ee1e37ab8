import { sumOf, usageOf } from '../../core/review/judge/buildJudgeLine';
import type { PairLine, SampleRecord } from '../../core/review/judge/judgeLine';
import { type JudgeText, judgeParts, sawOf } from '../../core/review/judge/judgeParts';
import { pairPrompt } from '../../core/review/judge/judgePrompt';
import { joinPair, type PairWinner, readPairReply } from '../../core/review/judge/readPairReply';
import type { Problem } from '../../core/shared/problem';
import { askSample, type QuestionPorts, sampleOrders } from './askJudge';
import type { PlannedItem } from './judgeItems';

/** Two runs' answers to one instance. */
export interface PlannedPair {
  readonly label: string;
  readonly instanceId: string;
  readonly runs: readonly [string, string];
  readonly items: readonly [PlannedItem, PlannedItem];
}

/** Instances that both runs answered with something; those that one of them lacks are told. */
export const planPairs = (
  items: readonly PlannedItem[],
  runs: readonly [string, string],
): { readonly pairs: readonly PlannedPair[]; readonly leftOut: readonly Problem[] } => {
  const of = (run: string, id: string): PlannedItem | undefined =>
    items.find(({ row, instanceId }) => row?.runId === run && instanceId === id);
  const ids = [...new Set(items.map(({ instanceId }) => instanceId))];
  const pairs: PlannedPair[] = [];
  const leftOut: Problem[] = [];
  for (const instanceId of ids) {
    const [a, b] = [of(runs[0], instanceId), of(runs[1], instanceId)];
    const label = `${runs[0]} against ${runs[1]}/${instanceId}`;
    if (a && b) pairs.push({ label, instanceId, runs, items: [a, b] });
    else if (a || b)
      leftOut.push({ where: label, field: null, reason: `${a ? runs[1] : runs[0]} has no patch for it.` });
  }
  return { pairs, leftOut };
};

type PairSample = SampleRecord & { readonly winner: string | null; readonly reason: string | null };

/** The run that a letter stands for in one order. */
const runOf = (winner: PairWinner | null, [a, b]: readonly [string, string], swapped: boolean): string | null => {
  if (winner === null || winner === 'cannot_judge') return null;
  if (winner === 'tie') return 'tie';
  return (winner === 'A') === swapped ? b : a;
};

/** Asks in both positions where they are swapped. Null: it was asked before, or the budget ended it. */
export const askPair = async (ports: QuestionPorts, pair: PlannedPair): Promise<PairLine | null> => {
  const { request, texts, sha256 } = ports;
  const [a, b] = pair.items;
  const instance = await texts.instance(pair.instanceId);
  const patches = [a.row?.patchHash ?? null, b.row?.patchHash ?? null] as const;
  const subject = { base: instance.baseCommit, patches };
  if (await ports.wasAsked(pair.label, subject)) return null;
  const both = [a.row ? await texts.patchOf(a.row) : null, b.row ? await texts.patchOf(b.row) : null] as const;
  const statement: JudgeText = { pane: 'statement', title: 'problem statement', text: instance.statement ?? '' };
  const partsOf = (swapped: boolean) => {
    const [first, second] = swapped ? [both[1], both[0]] : both;
    const patch = (letter: string, text: string | null): JudgeText => ({
      pane: 'model',
      title: `patch ${letter}`,
      text: text ?? '',
    });
    return judgeParts([statement, patch('A', first), patch('B', second)], request.maxChars, sha256);
  };
  const samples: PairSample[] = [];
  for (const order of sampleOrders(request.samples, request.swap)) {
    if (!ports.mayAsk()) return null;
    const sample = await askSample(
      ports.asking,
      { ...order, prompt: pairPrompt(partsOf(order.swapped), sha256) },
      () => null,
    );
    if (sample.reply !== null) ports.spent(sample.costUsd);
    const read = readPairReply(sample.reply ?? '');
    samples.push({ ...sample, winner: runOf(read.winner, pair.runs, order.swapped), reason: read.reason });
  }
  const joined = joinPair(samples);
  return {
    judge: request.judge,
    instance_id: pair.instanceId,
    pair: pair.runs,
    ...joined,
    rationale: samples.find(({ winner }) => winner === joined.winner)?.reason ?? null,
    saw: sawOf(partsOf(false), ['statement', 'model']),
    subject,
    settings: ports.settings,
    usage: usageOf(samples),
    costUsd: sumOf(samples.map(({ costUsd }) => costUsd)),
    samples,
  };
};
