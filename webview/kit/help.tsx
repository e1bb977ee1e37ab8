import { useEffect, useRef } from 'preact/hooks';

export type KeyHint = readonly [keys: string, what: string];

/** The keys of a page at its foot; what doesn't fit goes to a line that is not shown. */
export const Hints = ({ keys, help }: { keys: readonly KeyHint[]; help: () => void }) => (
  <footer class="hints">
    <span class="row">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </span>
    <button type="button" class="all" onClick={help}>
      <kbd>?</kbd> all keys
    </button>
  </footer>
);

/** All keys of a page, over it; Escape closes and gives the keyboard back. */
export const Help = ({ keys, close }: { keys: readonly KeyHint[]; close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={close}>
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="secondary" onClick={() => dialog.current?.close()}>
        Close <kbd>Esc</kbd>
      </button>
    </dialog>
  );
};
