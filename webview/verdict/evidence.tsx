import { answerTo, type Evidence, type TextEvidence } from '../../src/core/review/form/answers';
import { needsInFull } from '../../src/core/review/form/evidenceWords';
import { evidenceMissing } from '../../src/core/review/form/missing';
import type { Criterion } from '../../src/core/review/rubric/rubric';
import type { PlaceState } from '../../src/protocol/verdict';
import type { Desk } from './desk';
import { placeKey } from './deskState';
import { withoutEvidence, withTyped } from './textEvidence';
import { TextField } from './textField';

interface EvidenceProps {
  readonly desk: Desk;
  readonly asked: Criterion;
  readonly here: boolean;
  readonly disabled: boolean;
}

const stateWords: Readonly<Record<PlaceState, string>> = { same: '', moved: 'moved', drifted: 'drifted', unknown: '' };
const stateHover: Readonly<Record<PlaceState, string>> = {
  same: '',
  moved: ': the same text, at another place now',
  drifted: ": the marked text isn't there any more",
  unknown: '',
};

interface ChipProps {
  readonly label: string;
  readonly state: PlaceState;
  readonly open: () => void;
  readonly remove: (() => void) | null;
}

const Chip = ({ label, state, open, remove }: ChipProps) => (
  <span class="chip">
    <button type="button" class="link" title={`Open ${label}${stateHover[state]}`} onClick={open}>
      {label}
      {stateWords[state] && <b> {stateWords[state]}</b>}
    </button>
    {remove && (
      <button type="button" class="remove" aria-label={`Remove ${label}`} onClick={remove}>
        ×
      </button>
    )}
  </span>
);

const fields = [
  ['input', 'Input', 'Input, or words of the statement'],
  ['expected', 'Expected', 'Expected'],
  ['got', 'Got', 'Got'],
] as const;

interface TypedProps extends EvidenceProps {
  readonly index: number;
  readonly evidence: TextEvidence;
}

/** A counterexample: Enter goes to the next field, and after the last on to the next question. */
const Typed = ({ desk, asked, index, evidence, here, disabled }: TypedProps) => {
  const place = (field: string) => `evidence ${asked.id} ${index} ${field}`;
  const focusOn = (field: string) =>
    document.querySelector<HTMLTextAreaElement>(`textarea[data-place="${place(field)}"]`)?.focus();
  const enter = (at: number) => () => {
    const next = fields[at + 1]?.[0];
    if (next) focusOn(next);
    else desk.leaveText(asked.id);
  };
  return (
    <div class="typed">
      {fields.map(([field, name, label], at) =>
        !here && at > 0 && evidence[field] === '' ? null : (
          <div class="field" key={field}>
            <span class="quiet" aria-hidden="true">
              {name}
            </span>
            <TextField
              place={place(field)}
              label={label}
              value={evidence[field]}
              readOnly={disabled}
              change={(text) =>
                desk.change(withTyped(desk.state.answers, asked.id, index, { ...evidence, [field]: text }))
              }
              enter={enter(at)}
              submit={() => desk.press('Ctrl+Enter')}
            />
          </div>
        ),
      )}
      {!disabled && (
        <button
          type="button"
          class="remove"
          aria-label="Remove text"
          onClick={() => desk.change(withoutEvidence(desk.state.answers, asked.id, index))}
        >
          ×
        </button>
      )}
    </div>
  );
};

const hasPlaces = (asked: Criterion): boolean => asked.evidence.kinds.some((kind) => kind !== 'text');

/** What was shown for an answer, what is still wanted, and how to add it. */
export const EvidenceOf = (props: EvidenceProps) => {
  const { desk, asked, here, disabled } = props;
  const answer = answerTo(desk.state.answers, asked.id);
  const wanted = evidenceMissing(asked, answer);
  const remove = (index: number) =>
    disabled ? null : () => desk.change(withoutEvidence(desk.state.answers, asked.id, index));
  const one = (evidence: Evidence, index: number) =>
    evidence.kind === 'text' ? null : (
      <Chip
        key={index}
        label={evidence.label}
        state={desk.state.places[placeKey(evidence)] ?? 'same'}
        open={() => desk.openEvidence(evidence)}
        remove={remove(index)}
      />
    );
  const texts = answer.evidence.map((evidence, index) =>
    evidence.kind === 'text' ? <Typed key={index} {...props} index={index} evidence={evidence} /> : null,
  );
  return (
    <>
      {wanted && <p class="wanted">{needsInFull(asked, answer)}</p>}
      <div class="chips">
        {answer.evidence.map(one)}
        {!disabled && (here || wanted) && hasPlaces(asked) && (
          <button type="button" class="link" onClick={() => void desk.addEvidence(asked.id)}>
            <kbd>e</kbd> {asked.evidence.kinds.includes('step') ? 'add the step or selection' : 'add selection'}
          </button>
        )}
        {!disabled && wanted && asked.evidence.kinds.includes('text') && (
          <button type="button" class="link" onClick={() => desk.typeEvidence(asked.id)}>
            type it
          </button>
        )}
      </div>
      {texts}
    </>
  );
};
