import type { ImportedAnswer, JudgeProblem, JudgeReading } from '../../review/judgeFile/importedAnswer';
import { counted } from '../../shared/counted';
import { contradicting, type JudgeJoin, withoutLabel } from './joinJudge';

export interface JudgeCounts {
  readonly rows: number;
  readonly joined: number;
  readonly pairs: number;
  readonly notJoined: number;
  readonly withoutLabel: number;
  readonly contradictions: number;
  /** Rows with a fault, which say nothing. */
  readonly faults: number;
  /** Rows that are no answers of a judge. */
  readonly leftOut: number;
}

export const countsOf = (reading: JudgeReading, join: JudgeJoin): JudgeCounts => ({
  rows: reading.rows,
  joined: join.joined.length,
  pairs: join.pairs.length,
  notJoined: join.notJoined.length,
  withoutLabel: withoutLabel(join),
  contradictions: contradicting(join).length,
  faults: reading.problems.length,
  leftOut: reading.leftOut.length,
});

/** "13 joined, 2 contradictions queued": what came of a file, nothing of it left unsaid. */
export const countWords = (counts: JudgeCounts): string => {
  const { joined, pairs, notJoined, withoutLabel: none, contradictions, faults, leftOut } = counts;
  const parts: readonly (readonly [number, string])[] = [
    [contradictions, `${counted(contradictions, 'contradiction')} queued`],
    [pairs, `${counted(pairs, 'pair')}`],
    [none, `${none} without a label`],
    [notJoined, `${notJoined} not joined`],
    [faults, `${counted(faults, 'row')} with a fault`],
    [leftOut, `${leftOut} left out`],
  ];
  return [`${joined} joined`, ...parts.flatMap(([n, words]) => (n > 0 ? [words] : []))].join(', ');
};

/** W141 and W142 of a judge's file, as STUDY-FILE.md says them. */
export const judgeWarnings = ({
  withoutLabel: none,
  joined,
  pairs,
  contradictions,
}: JudgeCounts): readonly string[] => [
  ...(none > 0 ? [`W141 ${none} of ${joined + pairs} items have no label.`] : []),
  ...(contradictions > 0 ? [`W142 ${contradictions} rationales contradict their label; queued.`] : []),
];

/** "Line 3 has no field `verdict` under magpie.map.yaml"; other faults in their own words. */
export const faultWords = ({ code, line, field, where, reason }: JudgeProblem, map: string | null): string => {
  if (code !== 'S140' || field === null || map === null) return `${where}: ${reason}`;
  const place = line === null ? where : `Line ${line}`;
  return `${place} has no field \`${field}\` under ${map}`;
};

/** What an answer says, in a few words. */
export const labelWords = ({
  overall,
  score,
  reason,
}: Pick<ImportedAnswer, 'overall' | 'score' | 'reason'>): string => {
  if (overall !== null) return typeof overall === 'object' ? JSON.stringify(overall) : String(overall);
  return score === null ? `no label (${reason ?? 'no reason given'})` : `scored ${score}`;
};

/** "saw 6,000 of 9,403 characters (64%)"; null where the file doesn't say. */
export const sawWords = (saw: ImportedAnswer['saw']): string | null => {
  if (saw === null) return null;
  const [characters, of] = [saw.characters, saw.of].map((n) => n?.toLocaleString('en-US') ?? null);
  if (saw.of === null || saw.of <= 0) return `saw ${characters} characters`;
  const share = Math.floor((100 * saw.characters) / saw.of);
  return saw.characters >= saw.of ? `saw all ${of} characters` : `saw ${characters} of ${of} characters (${share}%)`;
};

/** "3 samples, 33% say otherwise, changes with the order"; null where the file doesn't say. */
export const samplesWords = (samples: ImportedAnswer['samples']): string | null => {
  if (samples === undefined) return null;
  const { count, disagreement, flips } = samples;
  const other = disagreement === null || disagreement === 0 ? [] : [`${Math.round(100 * disagreement)}% say otherwise`];
  return [counted(count, 'sample'), ...other, ...(flips === true ? ['changes with the order'] : [])].join(', ');
};
