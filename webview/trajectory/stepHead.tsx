import { costWords, durationWords } from '../../src/core/run/trajectory/factWords';
import { shownText } from '../../src/core/shared/shownText';
import type { ListedStep, ShownObservation, ShownStep } from '../../src/protocol/trajectory';
import { FailureIcon } from './icons';
import { saysFailed } from './observation';
import { Marked } from './textBlock';
import { count, kindWords } from './words';

const figures = (step: ShownStep): string => {
  const { modelMs, environmentMs, usage, costUsd, startedAt } = step;
  return [
    startedAt === null ? '' : `${new Date(startedAt).toISOString().replace('T', ' ').slice(0, 19)} UTC`,
    modelMs === null ? '' : `model ${durationWords(modelMs)}`,
    environmentMs === null ? '' : `environment ${durationWords(environmentMs)}`,
    usage?.prompt == null ? '' : `${count(usage.prompt)} in`,
    usage?.cached == null ? '' : `${count(usage.cached)} cached`,
    usage?.completion == null ? '' : `${count(usage.completion)} out`,
    usage?.reasoning == null ? '' : `${count(usage.reasoning)} reasoning`,
    costUsd === null ? '' : costWords(costUsd),
  ]
    .filter((words) => words !== '')
    .join(' · ');
};

/** Not the marks that agents put around what a command printed: closing tags, lines in brackets. */
const saysMore = (line: string): boolean => !/^\s*(?:<\/[\w-]+>|\[.*\])?\s*$/.test(line);

/** The last line of what failed, else its first where its end is not here yet: how a command says what went wrong. */
const lastLine = ({ text, total }: ShownObservation['text']): string => {
  const lines = (total === text.length ? text.slice(-4000) : text.slice(0, 4000)).split(/\r?\n/);
  const line = total === text.length ? lines.findLast(saysMore) : lines.find(saysMore);
  return (line ?? '').slice(0, 300);
};

const showFailed = (event: Event): void => {
  const { currentTarget: button } = event;
  const detail = button instanceof Element ? button.closest('.detail') : null;
  detail?.querySelector('.parts.failed')?.scrollIntoView({ block: 'start' });
};

/** Why the step failed, at once: what came back may stand far below. */
const FailedLine = ({ step }: { step: ShownStep }) => {
  const seen = step.observations.find(saysFailed);
  const line = seen === undefined ? '' : lastLine(seen.text);
  if (seen === undefined || line === '') return null;
  const { exitCode, timedOut } = seen;
  const words = timedOut ? 'timed out' : exitCode === null || exitCode === 0 ? 'failed' : `exit ${exitCode}`;
  return (
    <p class="figures failed-line">
      <span class="failure">{words}</span>{' '}
      <button type="button" class="link" title="To what came back" onClick={showFailed}>
        <Marked text={line} marks={[]} />
      </button>
    </p>
  );
};

/** Number, kind and figures of the step, above its body. */
export const StepHead = ({ step, row }: { step: ShownStep; row: ListedStep | null }) => (
  <>
    <h2>
      {row?.failed && <FailureIcon />} Step {step.idx}{' '}
      <span class="quiet">
        {row ? kindWords(row) : step.role} · {shownText(step.agentId)}
      </span>
    </h2>
    <p class="figures quiet">{figures(step) || 'No times, tokens or cost recorded.'}</p>
    <FailedLine step={step} />
    {step.filesTouched.length > 0 && <p class="figures quiet">Files: {shownText(step.filesTouched.join(', '))}</p>}
  </>
);
