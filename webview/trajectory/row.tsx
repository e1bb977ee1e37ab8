import { costWords, durationWords } from '../../src/core/run/trajectory/factWords';
import { shownText } from '../../src/core/shared/shownText';
import type { ListedStep } from '../../src/protocol/trajectory';
import type { ListRow } from '../../src/protocol/trajectoryList';
import type { ReplayMark } from '../../src/protocol/trajectoryReplay';
import { FailureIcon, KindIcon, MarkIcon, WarningIcon } from './icons';
import { ReplayIcon } from './replayIcon';
import { rowLabel } from './rowLabel';
import { count, failureWords, kindWords } from './words';

/** What stands beside a step: its bookmark, and how often what is sought occurs in it. */
export interface Beside {
  readonly marked: boolean;
  /** 0: not at all; null: nothing is sought. */
  readonly hits: number | null;
  /** The agent's name where there are several; null where there is one. */
  readonly agent: string | null;
  /** How it came out when it was replayed; null: it was not. */
  readonly replayed: ReplayMark['kind'] | null;
}

/** En dash: not recorded; the column says of what. */
const cell = (value: number | null, words: (n: number) => string): string => (value === null ? '–' : words(value));

const hitWords = (hits: number | null): string => (hits === null || hits === 0 ? '' : `${count(hits)} found`);

/** The row in words, for screen readers. */
export const rowWords = (row: ListRow, { marked, hits, agent, replayed }: Beside): string => {
  if (row.kind === 'lost') return row.text;
  const { step } = row;
  const parts = [`step ${step.idx}`, agent ?? '', kindWords(step), failureWords(step), shownText(step.preview)];
  return [...parts, marked ? 'bookmark' : '', hitWords(hits), replayed === 'parted' ? 'parted when replayed' : '']
    .filter((part) => part !== '')
    .join(', ');
};

const Figures = ({ step }: { step: ListedStep | null }) => (
  <span class="cells">
    <span class="number time">{cell(step?.durationMs ?? null, durationWords)}</span>
    <span class="number out">{cell(step?.completion ?? null, count)}</span>
    <span class="number cost">{cell(step?.costUsd ?? null, costWords)}</span>
  </span>
);

const StepRow = ({ step, beside }: { step: ListedStep; beside: Beside }) => {
  const { main, beside: after } = rowLabel(step);
  return (
    <>
      <span class="number">{step.idx}</span>
      {step.failed ? <FailureIcon /> : <KindIcon step={step} />}
      <span class="what">
        {beside.agent !== null && <span class="agent quiet">{shownText(beside.agent)}</span>}
        <span class="preview">
          {main} {after !== '' && <span class="quiet after">{after}</span>}
        </span>
        {failureWords(step) !== 'failed' && <span class="failure">{failureWords(step)}</span>}
        {beside.replayed !== null && <ReplayIcon kind={beside.replayed} />}
        {beside.marked && <MarkIcon />}
        {beside.hits !== null && beside.hits > 0 && <span class="hits">{count(beside.hits)}</span>}
      </span>
      <Figures step={step} />
    </>
  );
};

/** One row of the list. */
export const Row = ({ row, beside }: { row: ListRow; beside: Beside }) =>
  row.kind === 'step' ? (
    <StepRow step={row.step} beside={beside} />
  ) : (
    <>
      <span class="number" />
      <WarningIcon label="not in the file" />
      <span class="what quiet">
        <span class="preview">{row.text}</span>
      </span>
      <Figures step={null} />
    </>
  );
