import type { JudgeRequest, JudgeRunEnd } from '../../app/judge/judgeRequest';
import type { JudgeLine, PairLine } from '../../core/review/judge/judgeLine';
import { counted } from '../../core/shared/counted';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { table } from './textTable';
import { writeLine } from './writeLine';

type Line = JudgeLine | PairLine;

const isPair = (line: Line): line is PairLine => 'pair' in line;

const wordsOf = (value: JudgeLine['overall']): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a line says, in a few words. */
export const saidOf = (line: Line): string => {
  const said = isPair(line) ? line.winner : line.overall === null ? null : wordsOf(line.overall);
  return said ?? `no label (${line.reason})`;
};

const share = (value: number | null): string => (value === null ? '-' : `${Math.round(value * 100)}%`);

const shownWords = ({ saw }: Line): string => {
  const part = saw.of === 0 ? 100 : (100 * saw.characters) / saw.of;
  return saw.characters < saw.of ? `${saw.characters} of ${saw.of} (${Math.round(part)}%)` : String(saw.of);
};

const rowOf = (line: Line): readonly string[] => [
  printable(line.label ?? line.instance_id),
  printable(saidOf(line)),
  isPair(line) ? '' : share(line.samplesSay.disagreement),
  (isPair(line) ? line.flips : line.samplesSay.flips) === true ? 'flips' : '',
  isPair(line) ? '' : line.contradictions.length > 0 ? counted(line.contradictions.length, 'contradiction') : '',
  shownWords(line),
];

/** Counts that a person looks at first; unreadable replies and contradictions apart from answers. */
const countsOf = ({ lines }: JudgeRunEnd) => {
  const judged = lines.flatMap((line) => (isPair(line) ? [] : [line]));
  const labels: Record<string, number> = {};
  for (const line of lines) {
    const label = isPair(line) ? line.winner : line.overall === null ? null : wordsOf(line.overall);
    labels[label ?? 'no label'] = (labels[label ?? 'no label'] ?? 0) + 1;
  }
  return {
    labels,
    flips: lines.filter((line) => (isPair(line) ? line.flips : line.samplesSay.flips) === true).length,
    contradicting: judged.filter(({ contradictions }) => contradictions.length > 0).length,
    unknownSteps: judged.filter(({ unknownSteps = [] }) => unknownSteps.length > 0).length,
    unreadableReplies: judged.reduce((sum, { unreadable }) => sum + unreadable, 0),
    cut: lines.filter(({ saw }) => saw.characters < saw.of).length,
  };
};

const spentWords = (spentUsd: number | null): string =>
  spentUsd === null ? 'its price is not known' : `$${spentUsd.toFixed(4)} spent`;

const summaryLine = (end: JudgeRunEnd, path: string): string => {
  const { labels, flips, contradicting, unknownSteps, unreadableReplies, cut } = countsOf(end);
  const said = Object.entries(labels).map(([label, n]) => `${n} ${label}`);
  const rest = [
    ...(end.kept > 0 ? [`${end.kept} kept from before`] : []),
    ...(flips > 0 ? [`${flips} change with the order`] : []),
    ...(contradicting > 0 ? [`${contradicting} contradict themselves`] : []),
    ...(unknownSteps > 0 ? [`${unknownSteps} name steps that were not shown`] : []),
    ...(unreadableReplies > 0 ? [`${counted(unreadableReplies, 'reply', 'replies')} could not be read`] : []),
    ...(cut > 0 ? [`${cut} saw a part of the material`] : []),
    ...(end.leftOut.length > 0 ? [`${end.leftOut.length} left out`] : []),
    ...(end.failed.length > 0 ? [`${end.failed.length} brought no reply`] : []),
    spentWords(end.spentUsd),
  ];
  return `${counted(end.lines.length, 'item')}: ${[...said, ...rest].join(', ')}. ${path}`;
};

/** The lines and their summary as a table, or all in one JSON document. */
export const printJudgeEnd = async (
  end: JudgeRunEnd,
  request: JudgeRequest,
  path: string,
  json: boolean,
): Promise<void> => {
  if (json) {
    const document = { judge: request.judge, file: path, ...countsOf(end), ...end };
    await writeLine(jsonText(document, 2));
    return;
  }
  if (end.lines.length > 0)
    await writeLine(table([['item', 'says', 'disagree', 'order', '', 'characters seen'], ...end.lines.map(rowOf)]));
  await writeLine(printable(summaryLine(end, path)));
};

/** 1 where something was left out, brought no reply or could not be read, or where it was stopped. */
export const endCode = (end: JudgeRunEnd): number =>
  end.failed.length > 0 || end.stopped !== null || end.leftOut.some(({ field }) => field === 'items') ? 1 : 0;
