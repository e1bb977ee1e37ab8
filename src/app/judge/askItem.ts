import { buildJudgeLine, type JudgedItem } from '../../core/review/judge/buildJudgeLine';
import type { JudgeLine, SampleRecord } from '../../core/review/judge/judgeLine';
import { judgeParts, sawOf } from '../../core/review/judge/judgeParts';
import { judgePrompt } from '../../core/review/judge/judgePrompt';
import { testsSeen } from '../../core/review/judge/judgeSees';
import { readJudgeReply } from '../../core/review/judge/readJudgeReply';
import { pathBelow } from '../../core/study/studyPath';
import { contextOf } from '../verdictItem';
import { askSample, type QuestionPorts, sampleOrders } from './askJudge';
import type { JudgeRequest } from './judgeRequest';
import type { ReadItem } from './judgeTexts';

const judgedItemOf = (
  { item, instance, trajectoryHash }: ReadItem,
  { rubric: { unit }, catalogue }: JudgeRequest,
): JudgedItem => {
  const { row, trajectoryPath: path } = item;
  return {
    unit,
    run: row?.runId ?? null,
    instanceId: instance.id,
    attempt: row?.attempt ?? 1,
    subject: {
      base: instance.baseCommit,
      patch: unit === 'prediction' ? (row?.patchHash ?? null) : null,
      trajectory: trajectoryHash,
    },
    trajectory: path === null ? null : (pathBelow(catalogue.root, path) ?? path),
  };
};

/** All samples of an item; null where the budget ends it between them. */
const samplesOf = async (
  ports: QuestionPorts,
  read: ReadItem,
  parts: ReturnType<typeof judgeParts>,
): Promise<SampleRecord[] | null> => {
  const { rubric, sees, samples: number, swap } = ports.request;
  const form = contextOf(read.instance, testsSeen(sees).includes('log'), sees.includes('gold'));
  const context = { rubric, points: form.points, steps: read.steps, form: { ...form, visible: sees } };
  const samples: SampleRecord[] = [];
  for (const order of sampleOrders(number, swap)) {
    if (!ports.mayAsk()) return null;
    const prompt = judgePrompt(rubric, parts, form.points, order.swapped, ports.sha256);
    const sample = await askSample(ports.asking, { ...order, prompt }, (reply, cut) =>
      readJudgeReply(reply, cut, context),
    );
    if (sample.reply !== null) ports.spent(sample.costUsd);
    samples.push(sample);
  }
  return samples;
};

/** Asks the questions of one item, as often as is wanted. Null: it was asked before, or the budget ended it. */
export const askItem = async (
  ports: QuestionPorts,
  read: ReadItem,
): Promise<{ readonly line: JudgeLine; readonly samples: readonly SampleRecord[] } | null> => {
  const { request, settings, sha256 } = ports;
  const judged = judgedItemOf(read, request);
  if (await ports.wasAsked(read.item.label, judged.subject)) return null;
  const parts = judgeParts(read.texts, request.maxChars, sha256);
  const samples = await samplesOf(ports, read, parts);
  if (samples === null) return null;
  const { judge, rubric, sees } = request;
  return { line: buildJudgeLine(judge, rubric, judged, sawOf(parts, sees), samples, settings), samples };
};
