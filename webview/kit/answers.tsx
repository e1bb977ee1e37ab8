import { shownText } from '../../src/core/shared/shownText';
import type { JudgeAnswer, JudgeAnswers } from '../../src/protocol/judges';
import './answers.css';

type Shown = Omit<Extract<JudgeAnswers, { kind: 'shown' }>, 'kind'>;
type Own = Shown['yours'];

/** Text of a judge: as it stands, in its own line of writing, never as anything but text. */
const Said = ({ text, className }: { text: string; className: string }) => (
  <bdi class={className}>{shownText(text)}</bdi>
);

const facts = ({ model, promptSha256, saw, samples, place }: JudgeAnswer): readonly string[] =>
  [
    model === null ? 'model not named' : `model ${model}`,
    promptSha256 === null ? 'prompt not known' : `prompt ${promptSha256.slice(0, 12)}`,
    saw ?? 'what it saw is not known',
    samples ?? '',
    `from ${place}`,
  ].filter((fact) => fact !== '');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const Criteria = ({ answer, yours, questions }: { answer: JudgeAnswer } & Pick<Shown, 'yours' | 'questions'>) => {
  if (answer.criteria.length === 0) return <p class="quiet">It answers the overall question alone.</p>;
  const own = new Map(yours?.criteria.map(({ id, value }) => [id, value]));
  return (
    <table class="criteria">
      <thead>
        <tr>
          <th scope="col">Criterion</th>
          <th scope="col">Judge</th>
          {yours && <th scope="col">You</th>}
        </tr>
      </thead>
      <tbody>
        {answer.criteria.map(({ id, value, rationale }) => {
          const mine = own.get(id) ?? null;
          const differs = mine !== null && value !== null && mine !== value;
          return (
            <tr key={id}>
              <th scope="row" title={id}>
                {questions[id] ?? shownText(id)}
                {rationale !== null && <Said text={rationale} className="reason" />}
              </th>
              <td>{value === null ? <span class="quiet">no answer</span> : shownText(value)}</td>
              {yours && (
                <td>
                  {mine ?? <span class="quiet">not asked</span>}
                  {differs && <Differs />}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

const Differs = () => (
  <span class="warning" role="img" aria-label="differs from the judge" title="differs from the judge">
    {' '}
    ≠
  </span>
);

/** Your overall answer, where a judge says the other thing. */
const Yours = ({ answer, yours }: { answer: JudgeAnswer; yours: Own }) => {
  if (yours === null || yours.overall === null) return null;
  const differs = answer.overall !== null && answer.overall !== yours.overall;
  return (
    <span class="yours">
      you: <b>{yours.overall}</b>
      {differs && <Differs />}
    </span>
  );
};

const Answer = ({ answer, yours, questions }: { answer: JudgeAnswer } & Pick<Shown, 'yours' | 'questions'>) => (
  <article class="answer" aria-label={`Judge ${shownText(answer.judge)}: ${shownText(answer.label)}`}>
    <h3>
      {shownText(answer.judge)} <b class="label">{shownText(answer.label)}</b>
      {answer.said !== null && <span class="quiet">{shownText(answer.said)}</span>}
      <Yours answer={answer} yours={yours} />
    </h3>
    {answer.contradictions.map((words) => (
      <p class="contradiction" key={words}>
        <span class="warning" aria-hidden="true">
          ⚠
        </span>{' '}
        Text and label disagree. <Said text={words} className="" />
      </p>
    ))}
    {answer.rationale === null ? (
      <p class="quiet">It gives no reasons.</p>
    ) : (
      <Said text={answer.rationale} className="rationale" />
    )}
    <Criteria answer={answer} yours={yours} questions={questions} />
    <ul class="known">
      {facts(answer).map((fact) => (
        <li key={fact}>{capital(shownText(fact))}</li>
      ))}
    </ul>
  </article>
);

/** What each judge says, its reasons beside its label, and your own answers where you gave a verdict. */
export const Answers = ({ answers, yours, questions }: Shown) => (
  <div class="answers">
    {answers.map((answer) => (
      <Answer key={`${answer.judge} ${answer.place}`} answer={answer} yours={yours} questions={questions} />
    ))}
  </div>
);
