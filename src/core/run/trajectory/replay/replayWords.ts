import { counted } from '../../../shared/counted';
import type { Repeated, ReplayedStep, ReplayRecord } from './replayRecord';

const quoted = (text: string, at: number): string => JSON.stringify((text.split('\n')[at - 1] ?? '').slice(0, 200));

const lineWords = (at: number | null, recorded: string, seen: string): string => {
  if (at === null) return 'parted in how it ended';
  const lines = seen.split('\n').length;
  const now = at > lines ? 'nothing more' : quoted(seen, at);
  return `parted at line ${at}: ${quoted(recorded, at)} was recorded, ${now} is seen`;
};

const ending = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** In a line: `same`, `parted at line 3: ...`, `not run: ...`. */
const repeatedWords = (repeated: Repeated): string => {
  if (repeated.kind === 'same') return 'same';
  if (repeated.kind === 'not-run') return `not run: ${repeated.why}`;
  const { at, recorded, seen } = repeated;
  if (at === null) return `parted in how it ended: ${ending(recorded)} was recorded, ${ending(seen)} is seen`;
  return lineWords(at, recorded, seen);
};

/** A step may have run and have nothing to be compared with. */
const hasRun = ({ repeated, exitCode, wallMs }: ReplayedStep): boolean =>
  repeated.kind !== 'not-run' || exitCode !== null || wallMs > 0;

/** One step in a line. */
export const replayedWords = (step: ReplayedStep): string =>
  step.repeated.kind === 'not-run' && hasRun(step)
    ? `not compared: ${step.repeated.why}`
    : repeatedWords(step.repeated);

/** `Replayed 8 of 8 steps; parted at step 7.` */
export const replaySummary = ({ steps }: Pick<ReplayRecord, 'steps'>): string => {
  const run = steps.filter(hasRun).length;
  const parted = steps.filter(({ repeated }) => repeated.kind === 'parted').map(({ idx }) => idx);
  const where =
    parted.length === 0
      ? 'none parted'
      : `parted at ${parted.length === 1 ? 'step' : 'steps'} ${parted.slice(0, 10).join(', ')}${parted.length > 10 ? ` and ${parted.length - 10} more` : ''}`;
  return `Replayed ${run} of ${counted(steps.length, 'step')}; ${where}.`;
};

/** What became of the final patch, in a sentence. */
export const finalPatchWords = (finalPatch: Repeated): string => {
  if (finalPatch.kind === 'same') return 'The final patch is reproduced.';
  if (finalPatch.kind === 'not-run') return `The final patch can't be compared: ${finalPatch.why}.`;
  return `The final patch is another one: ${repeatedWords(finalPatch)}.`;
};

/** From which step on the diffs are those of the replay and no longer known to be those of the run; null: all are. */
export const inexactFrom = ({ steps }: Pick<ReplayRecord, 'steps'>): number | null =>
  steps.find(({ isExact }) => !isExact)?.idx ?? null;

/** A replay in sentences, a line each. */
export const replayWords = (record: ReplayRecord): readonly string[] => {
  const from = inexactFrom(record);
  return [
    replaySummary(record),
    finalPatchWords(record.finalPatch),
    ...(from === null ? [] : [`Files after a step are exact before step ${from}, and approximate from there on.`]),
  ];
};
