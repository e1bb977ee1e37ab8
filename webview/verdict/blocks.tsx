import { replyTo } from '../../src/core/review/form/answers';
import { chooseFailureMode, toggleTaskDefect } from '../../src/core/review/form/choose';
import type { FormState } from '../../src/core/review/form/formState';
import { keyOf } from '../../src/core/review/keys/optionKeys';
import { type Stop, sameStop } from '../../src/core/review/keys/stops';
import { criteriaNamedBy } from '../../src/core/review/rubric/condition';
import type { ConsistencyRule, SideQuestion } from '../../src/core/review/rubric/rubric';
import type { VerdictItem } from '../../src/protocol/verdict';
import { CheckOffer } from './checkOffer';
import type { Desk } from './desk';
import { Options } from './options';
import { Place } from './place';
import { TextField } from './textField';

interface BlockProps {
  readonly desk: Desk;
  readonly item: VerdictItem;
}

const confidenceKeys = (
  <>
    <kbd>1</kbd>–<kbd>5</kbd>
  </>
);

const Confidence = ({ desk, item }: BlockProps) => {
  const stop: Stop = { kind: 'confidence' };
  const { answers, mode } = desk.state;
  const { anchors } = item.rubric.confidence;
  const said = answers.confidence;
  const options = anchors.map((anchor, index) => ({
    ...{ id: String(index + 1), label: String(index + 1), anchor, key: null, chosen: said === index + 1 },
  }));
  const choose = (id: string) => desk.change({ ...desk.state.answers, confidence: Number(id) }, stop);
  const here = sameStop(desk.state.stop, stop);
  return (
    <Place desk={desk} stop={stop} title="Confidence" aside="how you know" keys={confidenceKeys}>
      <Options
        label="Confidence"
        options={options}
        many={false}
        showKeys={false}
        disabled={mode === 'saved'}
        choose={choose}
      />
      {said !== null && <p class="anchor">{anchors[said - 1]}</p>}
      {here && said === null && (
        <ol class="anchors">
          {anchors.map((anchor) => (
            <li key={anchor}>{anchor}</li>
          ))}
        </ol>
      )}
    </Place>
  );
};

interface SideProps extends BlockProps {
  readonly kind: 'failureMode' | 'taskDefect';
  readonly title: string;
  readonly letter: string;
}

const chosenOf = (desk: Desk, kind: SideProps['kind']): readonly (string | null)[] =>
  kind === 'taskDefect' ? desk.state.answers.taskDefect : [desk.state.answers.failureMode];

/** Failure mode (one) and task defect (any number). */
const Side = ({ desk, item, kind, title, letter }: SideProps) => {
  const stop: Stop = { kind };
  const question: SideQuestion = item.rubric[kind];
  const chosen = chosenOf(desk, kind);
  const options = question.options.map((option) => ({
    ...{ id: String(option.value), label: option.label, anchor: option.anchor },
    ...{ key: keyOf(question.options, null, option), chosen: chosen.includes(String(option.value)) },
  }));
  const choose = (id: string) => {
    const { answers } = desk.state;
    desk.change(
      kind === 'taskDefect' ? toggleTaskDefect(answers, item.rubric, id) : chooseFailureMode(answers, id),
      stop,
    );
  };
  return (
    <Place
      desk={desk}
      stop={stop}
      title={title}
      {...(question.ask === 'optional' ? { aside: 'optional' } : {})}
      keys={<kbd>{letter}</kbd>}
    >
      <Options
        label={title}
        options={options}
        many={kind === 'taskDefect'}
        showKeys={sameStop(desk.state.stop, stop)}
        disabled={desk.state.mode === 'saved'}
        choose={choose}
      />
      {kind === 'taskDefect' && <CheckOffer desk={desk} offered={item.offered ?? []} />}
    </Place>
  );
};

const Note = ({ desk, item }: BlockProps) => (
  <Place desk={desk} stop={{ kind: 'note' }} title="Note" keys={<kbd>t</kbd>}>
    <TextField
      place="note"
      label="Note"
      placeholder="In words, where the answers don't say it"
      rows={2}
      maxLength={item.rubric.note.maxLength}
      value={desk.state.answers.note}
      readOnly={desk.state.mode === 'saved'}
      change={(note) => desk.change({ ...desk.state.answers, note })}
      submit={() => desk.press('Ctrl+Enter')}
    />
  </Place>
);

/** Two answers that can't both stand: change one, or keep them and say why. */
const Contradiction = ({ desk, rule }: { desk: Desk; rule: ConsistencyRule }) => {
  const { answers } = desk.state;
  const words = replyTo(answers, rule.id);
  const keep = (text: string) => desk.change({ ...answers, replies: { ...answers.replies, [rule.id]: text } });
  const id = criteriaNamedBy(rule.when)[0] ?? 'overall';
  return (
    <section class="contradiction" aria-label="Contradiction">
      <p>{rule.say}</p>
      <button type="button" class="secondary" onClick={() => desk.goTo({ kind: 'criterion', id, point: null })}>
        Change
      </button>
      {rule.level === 'ask' && (
        <TextField
          place={`keep ${rule.id}`}
          label="Keep, and say why"
          value={words}
          change={keep}
          enter={() => desk.press('Ctrl+Enter')}
          submit={() => desk.press('Ctrl+Enter')}
        />
      )}
    </section>
  );
};

/** Everything after the criteria. */
export const Blocks = ({ desk, item, form }: BlockProps & { form: FormState }) => (
  <>
    {desk.state.mode !== 'saved' && form.broken.map((rule) => <Contradiction key={rule.id} desk={desk} rule={rule} />)}
    {form.confidenceAsked && <Confidence desk={desk} item={item} />}
    {form.failureModeAsked && <Side desk={desk} item={item} kind="failureMode" title="Failure mode" letter="m" />}
    {form.taskDefectAsked && <Side desk={desk} item={item} kind="taskDefect" title="Task defect" letter="d" />}
    {form.nextStage === null && <Note desk={desk} item={item} />}
  </>
);
