import type { Desk } from './desk';
import type { Mode } from './deskState';
import { TextField } from './textField';

/** Messages shown at once; the rest is counted. */
const most = 3;

const Messages = ({ messages }: { messages: readonly string[] }) => (
  <ul class="messages" role="alert">
    {messages.slice(0, most).map((message) => (
      <li key={message}>{message.replace(/^\w+(?=: )/, (name) => name.replaceAll('_', ' '))}</li>
    ))}
    {messages.length > most && <li class="quiet">and {messages.length - most} more</li>}
  </ul>
);

const words = { rating: 'Submit', amending: 'Submit Amendment', saved: 'Next Item' } as const;

const submitWord = (mode: Mode, nextStage: string | null): string =>
  mode === 'rating' && nextStage !== null ? 'Next Stage' : words[mode];

const Buttons = ({ desk, nextStage }: { desk: Desk; nextStage: string | null }) => {
  const { mode, busy } = desk.state;
  return (
    <div class="buttons">
      <button type="button" class="primary" disabled={busy} onClick={() => desk.press('Ctrl+Enter')}>
        {submitWord(mode, nextStage)} <kbd>Ctrl+Enter</kbd>
      </button>
      {mode === 'rating' && (
        <button type="button" class="secondary" disabled={busy} onClick={() => desk.openPanel('skip')}>
          Skip…
        </button>
      )}
      {mode === 'saved' && (
        <button type="button" class="secondary" disabled={busy} onClick={() => desk.openPanel('undo')}>
          Amend…
        </button>
      )}
      {mode === 'amending' && (
        <button type="button" class="secondary" disabled={busy} onClick={() => void desk.undo()}>
          Drop
        </button>
      )}
    </div>
  );
};

/** The fixed foot: what is missing, submit and skip, what was last saved. */
export const Foot = ({ desk, nextStage }: { desk: Desk; nextStage: string | null }) => {
  const { foot, messages, mode, amendReason } = desk.state;
  return (
    <footer>
      {messages.length > 0 && <Messages messages={messages} />}
      {mode === 'amending' && (
        <TextField
          place="amend"
          label="Reason of the amendment"
          value={amendReason}
          change={(text) => desk.amendReason(text)}
          enter={() => desk.press('Ctrl+Enter')}
          submit={() => desk.press('Ctrl+Enter')}
        />
      )}
      <Buttons desk={desk} nextStage={nextStage} />
      <div class="status quiet">
        <span class={foot.kind} role="status" aria-live="polite">
          {foot.kind === 'saved' && <span aria-hidden="true">✓ </span>}
          {foot.kind === 'error' && <span aria-hidden="true">⚠ </span>}
          {foot.text}
        </span>
        <span class="end">
          <kbd>u</kbd> undo <kbd>?</kbd> keys
        </span>
      </div>
    </footer>
  );
};
