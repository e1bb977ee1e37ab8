import type { MatrixShape } from '../../src/protocol/matrix';
import type { MatrixWish } from '../../src/protocol/matrixPage';

type Help = 'clearFilter' | 'openDataset' | 'openFolder' | 'evaluate';

interface Props {
  readonly shape: MatrixShape;
  readonly wish: MatrixWish;
  readonly change: (wish: Partial<MatrixWish>) => void;
  readonly help: (what: Help) => void;
}

const Message = ({ text, actions }: { text: string; actions: readonly (readonly [string, () => void])[] }) => (
  <div class="message" role="status">
    <p>{text}</p>
    <div class="actions">
      {actions.map(([label, act], at) => (
        <button type="button" key={label} class={at === 0 ? 'primary' : 'secondary'} onClick={act}>
          {label}
        </button>
      ))}
    </div>
  </div>
);

/** Why there is no row, and what to do about it. */
export const Empty = ({ shape, wish, change, help }: Props) => {
  if (shape.known === 0)
    return (
      <Message
        text="No dataset is open here, so there is no row. Runs alone stand in the Runs view."
        actions={[
          ['Open Dataset...', () => help('openDataset')],
          ['Open a Folder with Runs...', () => help('openFolder')],
        ]}
      />
    );
  if (shape.found === 0)
    return (
      <Message
        text="The explorer's filter finds no instance."
        actions={[['Clear Filter', () => help('clearFilter')]]}
      />
    );
  const all = { words: '', differ: false } as const;
  const text =
    wish.differ && wish.words === ''
      ? 'On no instance do two runs have different outcomes.'
      : `No instance has "${wish.words}" in its id or title${wish.differ ? ' and different outcomes' : ''}.`;
  return <Message text={text} actions={[['Show all instances', () => change(all)]]} />;
};

/** Instances, but nothing that was run on them. */
export const NoRuns = ({ help }: { help: Props['help'] }) => (
  <Message
    text="No run and no evaluation yet: the columns are runs. Evaluate the gold patch of an instance to get the first one."
    actions={[['Evaluate Patch...', () => help('evaluate')]]}
  />
);
