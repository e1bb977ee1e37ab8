import { type Answer, answerTo, withAnswer } from '../../src/core/review/form/answers';
import { chooseOption, chooseText } from '../../src/core/review/form/choose';
import { valuesOf } from '../../src/core/review/form/evaluateCondition';
import { severityAsked } from '../../src/core/review/form/missing';
import { isLocked, pointsOf } from '../../src/core/review/form/shownCriteria';
import { afterClick } from '../../src/core/review/keys/afterClick';
import { keyOf } from '../../src/core/review/keys/optionKeys';
import { type Stop, sameStop } from '../../src/core/review/keys/stops';
import type { Criterion, Option, OptionValue } from '../../src/core/review/rubric/rubric';
import type { VerdictItem } from '../../src/protocol/verdict';
import type { Desk } from './desk';
import { keyStateOf } from './deskState';
import { EvidenceOf } from './evidence';
import { Options } from './options';
import { Place } from './place';
import { TextField } from './textField';

export interface AskedProps {
  readonly desk: Desk;
  readonly item: VerdictItem;
  readonly asked: Criterion;
}

const giveUps = [
  {
    kind: 'na',
    id: '(na)',
    label: 'N/A',
    key: '-',
    anchor: 'Not applicable: the question makes no sense for this item.',
  },
  { kind: 'cannotJudge', id: '(x)', label: "Can't judge", key: 'x', anchor: "What is on screen doesn't settle it." },
] as const;

/** On a scale the digit is the answer; what it means stands beside it. */
const labelOf = (asked: Criterion, option: Option): string =>
  asked.kind === 'scale' ? String(option.value) : option.label;

const isChosen = (answer: Answer, value: OptionValue, point: string | null): boolean => {
  const { given } = answer;
  if (given?.kind !== 'value') return false;
  if (point === null) return valuesOf(given.value).includes(value);
  return (given.value as Readonly<Record<string, OptionValue>>)[point] === value;
};

const optionsOf = ({ desk, asked }: AskedProps, point: string | null) => {
  const answer = answerTo(desk.state.answers, asked.id);
  return [
    ...asked.options.map((option) => ({
      id: String(option.value),
      label: labelOf(asked, option),
      anchor: `${option.label}: ${option.anchor}`,
      key: keyOf(asked.options, asked.kind, option),
      chosen: isChosen(answer, option.value, point),
    })),
    ...giveUps
      .filter(({ kind }) => asked[kind])
      .map((giveUp) => ({ ...giveUp, chosen: answer.given?.kind === giveUp.kind })),
  ];
};

/** What the chosen answers stand for, in the rubric's words. */
const chosenAnchor = (asked: Criterion, answer: Answer): string | null => {
  if (answer.given?.kind !== 'value' || asked.kind === 'checklist') return null;
  const values = valuesOf(answer.given.value);
  const chosen = asked.options.find(({ value }) => values.includes(value));
  if (!chosen || asked.kind === 'multi') return null;
  return asked.kind === 'scale' ? `${chosen.label}: ${chosen.anchor}` : chosen.anchor;
};

const Answers = (props: AskedProps & { point: string | null; here: boolean; disabled: boolean }) => {
  const { desk, item, asked, point, here, disabled } = props;
  const stop: Stop = { kind: 'criterion', id: asked.id, point };
  const choose = (id: string) => {
    const { answers } = desk.state;
    const giveUp = giveUps.find((one) => one.id === id);
    const option = asked.options.find(({ value }) => String(value) === id);
    if (giveUp) desk.change(withAnswer(answers, asked.id, { given: { kind: giveUp.kind } }), stop);
    else if (option) desk.change(chooseOption(answers, asked, option.value, point), stop);
    const clicked = afterClick(keyStateOf(desk.state, item), asked);
    desk.goTo(clicked.stop);
    if (clicked.typeEvidence) desk.typeEvidence(asked.id);
  };
  return (
    <Options
      label={asked.question}
      options={optionsOf(props, point)}
      many={asked.kind === 'multi'}
      showKeys={here}
      disabled={disabled}
      choose={choose}
    />
  );
};

const Words = ({ desk, item, asked, disabled }: AskedProps & { disabled: boolean }) => {
  const { given } = answerTo(desk.state.answers, asked.id);
  const leave = () => desk.leaveText(asked.id);
  return (
    <TextField
      place={asked.id}
      label="Words, or evidence alone"
      rows={2}
      maxLength={item.rubric.note.maxLength}
      value={given?.kind === 'value' ? String(given.value) : ''}
      readOnly={disabled}
      change={(text) => desk.change(chooseText(desk.state.answers, asked, text))}
      enter={leave}
      submit={() => desk.press('Ctrl+Enter')}
    />
  );
};

const Severity = ({ desk, asked, disabled }: AskedProps & { disabled: boolean }) => {
  const stop: Stop = { kind: 'severity', id: asked.id };
  const { severity } = answerTo(desk.state.answers, asked.id);
  const here = sameStop(desk.state.stop, stop);
  const options = (asked.severity?.levels ?? []).map((level, index) => ({
    ...{ id: level, label: level, anchor: level, key: String(index + 1), chosen: severity === level },
  }));
  const choose = (level: string) => desk.change(withAnswer(desk.state.answers, asked.id, { severity: level }), stop);
  return (
    <Place desk={desk} stop={stop} title="How severe?">
      <Options label="How severe?" options={options} many={false} showKeys={here} disabled={disabled} choose={choose} />
    </Place>
  );
};

/** Where a rubric asks of one answer alone how it is known. */
const OwnConfidence = ({ desk, item, asked, disabled }: AskedProps & { disabled: boolean }) => {
  const stop: Stop = { kind: 'ownConfidence', id: asked.id };
  const { confidence } = answerTo(desk.state.answers, asked.id);
  const options = item.rubric.confidence.anchors.map((anchor, at) => ({
    ...{ id: String(at + 1), label: String(at + 1), anchor, key: null, chosen: confidence === at + 1 },
  }));
  const choose = (id: string) =>
    desk.change(withAnswer(desk.state.answers, asked.id, { confidence: Number(id) }), stop);
  const label = `Confidence in: ${asked.question}`;
  return (
    <Place desk={desk} stop={stop} title="Confidence in this answer" keys={<kbd>1–5</kbd>}>
      <Options label={label} options={options} many={false} showKeys={false} disabled={disabled} choose={choose} />
      {confidence !== null && <p class="anchor">{item.rubric.confidence.anchors[confidence - 1]}</p>}
    </Place>
  );
};

/** Points of a checklist are answered one by one; every other criterion once. */
const stopsOfAsked = ({ asked, item }: AskedProps): readonly { stop: Stop; point: string | null; title: string }[] => {
  const at = (point: string | null): Stop => ({ kind: 'criterion', id: asked.id, point });
  if (asked.kind !== 'checklist') return [{ stop: at(null), point: null, title: asked.question }];
  return pointsOf(asked, item.context).map(({ id, text }) => ({ stop: at(id), point: id, title: text }));
};

/** One criterion as the rubric asks it. Help, keys and the way to add evidence show only where the focus is. */
export const Asked = (props: AskedProps) => {
  const { desk, item, asked } = props;
  const { answers, mode, stop: at } = desk.state;
  const disabled = mode === 'saved' || isLocked(item.rubric, answers, asked);
  const answer = answerTo(answers, asked.id);
  const anchor = chosenAnchor(asked, answer);
  const within = 'id' in at && at.id === asked.id;
  const stops = stopsOfAsked(props);
  // Of a checklist's points the one in focus shows what is wanted for it.
  const shownAt = Math.max(
    0,
    stops.findIndex(({ stop }) => sameStop(at, stop)),
  );
  return (
    <>
      {stops.map(({ stop, point, title }, index) => {
        const here = sameStop(at, stop);
        return (
          <Place key={point} desk={desk} stop={stop} title={title} {...(asked.required ? {} : { aside: 'optional' })}>
            {here && asked.help && <p class="help">{asked.help}</p>}
            {asked.kind === 'text' ? (
              <Words {...props} disabled={disabled} />
            ) : (
              <Answers {...props} point={point} here={here} disabled={disabled} />
            )}
            {index === 0 && anchor && <p class="anchor">{anchor}</p>}
            {index === shownAt && <EvidenceOf desk={desk} asked={asked} here={within} disabled={disabled} />}
          </Place>
        );
      })}
      {severityAsked(asked, answer) && <Severity {...props} disabled={disabled} />}
      {asked.confidence && <OwnConfidence {...props} disabled={disabled} />}
    </>
  );
};
