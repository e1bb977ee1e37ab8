import { outcomeClass } from '../../src/core/evaluation/outcomeWords';
import type { MatrixHead, ShownCell } from '../../src/protocol/matrix';
import { OutcomeIcon } from '../kit/outcomeIcon';

const verdictWords = (n: number): string => (n === 1 ? '1 verdict' : `${n} verdicts`);

/** The cell in words: outcome, verdicts, disagreement. */
export const cellWords = (cell: ShownCell | undefined): string => {
  if (cell === undefined) return 'loading';
  if (cell === null) return 'not in this run';
  const people = cell.verdicts > 0 ? `, ${verdictWords(cell.verdicts)}` : '';
  const disputed = cell.disagreement ? ', people disagree with the tests or one another' : '';
  return `${cell.words}${people}${disputed}${cell.contradiction && `, reports differ: ${cell.contradiction}`}`;
};

/** What stands beside the icon: the reason where there is no verdict, the number where there is a score. */
const besides = ({ outcome, score }: NonNullable<ShownCell>): string => {
  if (score !== null) return String(Math.round(score * 1000) / 1000);
  if (outcome?.kind === 'none') return outcome.reason.replace('-', ' ').replace('time out', 'time-out');
  return outcome?.kind === 'unresolved' && outcome.reason === 'ungradeable' ? 'ungradeable' : '';
};

/** Icon, reason or score, people's verdicts, ≠. */
export const CellMarks = ({ cell }: { cell: ShownCell | undefined }) => {
  if (cell === undefined) return <span class="quiet">·</span>;
  if (cell === null) return <span class="quiet">–</span>;
  const words = besides(cell);
  return (
    <>
      <OutcomeIcon outcome={outcomeClass(cell.outcome)} label={cell.words} />
      {words && <span class="reason">{words}</span>}
      {cell.verdicts > 0 && (
        <span class="people quiet">
          <svg class="person" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="5" r="2.6" fill="none" stroke="currentColor" />
            <path d="M3.2 13.5c.4-3 2.2-4.2 4.8-4.2s4.4 1.2 4.8 4.2" fill="none" stroke="currentColor" />
          </svg>
          {cell.verdicts}
        </span>
      )}
      {(cell.disagreement || cell.contradiction !== '') && <span class="warning">≠</span>}
    </>
  );
};

const number = (n: number): string => n.toLocaleString('en');

/** `✓12 ✗3 ◌1`, all classes with members; n is how many have an outcome or a reason for none. */
export const countMarks = ({ counts }: MatrixHead): string => {
  const { resolved, unresolved, scored, none } = counts;
  const marks = [`✓${number(resolved)}`, `✗${number(unresolved)}`, `◌${number(none)}`];
  return (scored > 0 ? [...marks, `◐${number(scored)}`] : marks).join(' ');
};

export const evaluated = ({ counts: { resolved, unresolved, scored, none } }: MatrixHead): number =>
  resolved + unresolved + scored + none;

/** The header in words, as a screen reader has it. */
export const headWords = (head: MatrixHead): string => {
  const { resolved, unresolved, scored, none, notEvaluated } = head.counts;
  const parts = [
    `${number(resolved)} resolved`,
    `${number(unresolved)} unresolved`,
    ...(scored > 0 ? [`${number(scored)} scored`] : []),
    `${number(none)} no verdict`,
    `${number(notEvaluated)} not evaluated`,
  ];
  const model = head.model !== null && head.model !== head.label ? `, model ${head.model}` : '';
  return `${head.label}${model}, rule set ${rulesWords(head)}: ${parts.join(', ')}`;
};

export const rulesWords = (head: MatrixHead): string => {
  if (head.rules.length > 0) return head.rules.join(', ');
  return evaluated(head) === 0 ? 'not evaluated' : 'rules unknown';
};
