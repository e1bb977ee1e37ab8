import type { VerdictItem } from '../../src/protocol/verdict';
import type { Desk } from './desk';
import type { Panel } from './deskState';
import { TextField } from './textField';

const keyTable: readonly (readonly [string, string])[] = [
  ['1…9', 'option of the question in focus'],
  ['y n', 'yes, no'],
  ['x -', "can't judge, not applicable"],
  ['j k Enter', 'next, previous question'],
  ['e', 'evidence from the selection'],
  ['o c d m t', 'overall, confidence, task defect, failure mode, note'],
  ['Ctrl+Enter', 'submit, then next'],
  ['s u', 'skip with a reason, undo'],
  ['?', 'this'],
];

const Help = ({ desk, item }: { desk: Desk; item: VerdictItem }) => (
  <>
    <dl class="keys">
      {keyTable.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p class="instructions">{item.rubric.instructions}</p>
    <div class="buttons">
      <button type="button" class="secondary" onClick={() => desk.openInstructions()}>
        Open Instructions
      </button>
      <button type="button" class="secondary" onClick={() => desk.closePanel()}>
        Close
      </button>
    </div>
  </>
);

const Skip = ({ desk, reason }: { desk: Desk; reason: string }) => (
  <>
    <p>Leave this item without a verdict.</p>
    <TextField
      place="skip"
      label="Reason"
      value={reason}
      change={(text) => desk.reason(text)}
      enter={() => void desk.skip()}
      submit={() => void desk.skip()}
    />
    <div class="buttons">
      <button type="button" class="primary" onClick={() => void desk.skip()}>
        Skip
      </button>
      <button type="button" class="secondary" onClick={() => desk.closePanel()}>
        Cancel
      </button>
    </div>
  </>
);

const Undo = ({ desk, reason }: { desk: Desk; reason: string }) => (
  <>
    <p>A new event takes the verdict's place; the old one stays in the history.</p>
    <TextField
      place="undo"
      label="Reason"
      value={reason}
      change={(text) => desk.reason(text)}
      enter={() => desk.beginAmend()}
      submit={() => desk.beginAmend()}
    />
    <div class="buttons">
      <button type="button" class="primary" onClick={() => desk.beginAmend()}>
        Amend
      </button>
      <button type="button" class="secondary" onClick={() => void desk.retract()}>
        Retract
      </button>
      <button type="button" class="secondary" onClick={() => desk.closePanel()}>
        Cancel
      </button>
    </div>
  </>
);

const Ask = ({ desk, id, text }: { desk: Desk; id: string; text: string }) => (
  <>
    <p>{text}</p>
    <div class="buttons">
      <button type="button" class="primary" onClick={() => void desk.confirm(id)}>
        Submit Anyway
      </button>
      <button type="button" class="secondary" onClick={() => desk.closePanel()}>
        Back
      </button>
    </div>
  </>
);

const titles = { skip: 'Skip', undo: 'Undo', ask: 'Before submitting', help: 'Keys and instructions' } as const;

/** A question of the view itself, above the foot. */
export const PanelView = ({ desk, item, panel }: { desk: Desk; item: VerdictItem; panel: Panel }) => (
  <div class="panel" role="dialog" aria-label={titles[panel.kind]}>
    <h3>
      <span>{titles[panel.kind]}</span>
    </h3>
    {panel.kind === 'help' && <Help desk={desk} item={item} />}
    {panel.kind === 'skip' && <Skip desk={desk} reason={panel.reason} />}
    {panel.kind === 'undo' && <Undo desk={desk} reason={panel.reason} />}
    {panel.kind === 'ask' && <Ask desk={desk} id={panel.id} text={panel.text} />}
  </div>
);
