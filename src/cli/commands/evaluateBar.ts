import type { RunProgress } from '../../core/run/schedule/runProgress';
import { timeText } from '../../core/shared/timeText';

const stateWords = ({ state }: RunProgress): string[] =>
  state === 'paused' || state === 'stopping' ? [state === 'paused' ? 'paused' : 'stopping'] : [];

interface Part {
  readonly text: string;
  /** SGR code of its colour; null: none. */
  readonly color: number | null;
}

/** The parts of the line, the most wanted first; a narrow terminal shows the first few. */
const partsOf = (progress: RunProgress): readonly Part[] => {
  const { resolved, unresolved, scored, noVerdict, running, leftMs } = progress;
  const some = (n: number, word: string, color: number | null): Part[] =>
    n === 0 ? [] : [{ text: `${n} ${word}`, color }];
  return [
    { text: `${progress.done}/${progress.total}`, color: null },
    ...stateWords(progress).map((text) => ({ text, color: 33 })),
    { text: `${resolved} resolved`, color: 32 },
    { text: `${unresolved} unresolved`, color: 31 },
    ...some(scored, 'scored', 36),
    ...some(noVerdict, 'no verdict', 33),
    ...some(running.length, 'running', null),
    ...(leftMs === null || progress.done === progress.total ? [] : [{ text: `${timeText(leftMs)} left`, color: null }]),
  ];
};

const barWidth = 20;

const bar = ({ done, total }: RunProgress): string => {
  const full = total === 0 ? barWidth : Math.floor((done / total) * barWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] `;
};

const separator = '  ';

const fitting = (parts: readonly Part[], width: number): readonly Part[] => {
  let used = -separator.length;
  const taken: Part[] = [];
  for (const part of parts) {
    used += separator.length + part.text.length;
    if (used > width) break;
    taken.push(part);
  }
  return taken;
};

const painted = ({ text, color }: Part, withColor: boolean): string =>
  withColor && color !== null ? `\u001b[${color}m${text}\u001b[39m` : text;

/**
 * One line of at most `columns` - 1 characters: a bar where there is room, counts, the time that is left. What has no
 * room is left out from the end.
 */
export const barLine = (progress: RunProgress, columns: number, withColor: boolean): string => {
  const width = Math.max(1, columns - 1);
  const parts = partsOf(progress);
  const head = width >= 60 ? bar(progress) : '';
  const line = fitting(parts, width - head.length)
    .map((part) => painted(part, withColor))
    .join(separator);
  return `${head}${line}`;
};

/** The same as a line of its own for a file of output. */
export const sparseLine = (progress: RunProgress): string =>
  partsOf(progress)
    .map(({ text }) => text)
    .join(', ');
