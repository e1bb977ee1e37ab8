import { shownText } from '../../src/core/shared/shownText';
import type { RowSays } from '../../src/protocol/instancePage';
import { Answers } from '../kit/answers';
import { NotShownWords } from '../kit/notShown';

const day = (at: string): string => at.slice(0, 16).replace('T', ' ');

const Verdicts = ({ verdicts }: Pick<RowSays, 'verdicts'>) =>
  verdicts.length === 0 ? (
    <p class="quiet">No verdict to be seen yet.</p>
  ) : (
    <ul class="verdicts">
      {verdicts.map(({ rater, isYours, overall, at }) => (
        <li key={`${rater} ${at}`}>
          {isYours ? `You (${shownText(rater)})` : shownText(rater)}: <b>{shownText(overall)}</b>{' '}
          <span class="quiet">{day(at)}</span>
        </li>
      ))}
    </ul>
  );

/** What people and judges say of the selected row; below the runs, the judges side by side where there is room. */
export const Said = ({ said }: { said: RowSays | null }) => {
  if (said === null) return null;
  const { judges } = said;
  return (
    <section aria-labelledby="said" class="said">
      <h2 id="said">
        Verdicts and judges <span class="quiet">on {shownText(said.label)}, the selected run</span>
      </h2>
      <Verdicts verdicts={said.verdicts} />
      {judges.kind === 'hidden' ? (
        <NotShownWords shown={judges} />
      ) : judges.answers.length === 0 ? (
        <p class="quiet">No judge of the study says anything of it.</p>
      ) : (
        <Answers answers={judges.answers} yours={judges.yours} questions={judges.questions} />
      )}
    </section>
  );
};
