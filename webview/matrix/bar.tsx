import type { Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MatrixShape } from '../../src/protocol/matrix';
import type { MatrixWish } from '../../src/protocol/matrixPage';

interface Props {
  readonly shape: MatrixShape;
  readonly filter: string;
  readonly wish: MatrixWish;
  readonly change: (wish: Partial<MatrixWish>) => void;
  readonly field: Ref<HTMLInputElement>;
  readonly leave: () => void;
}

const settleMs = 150;

const number = (n: number): string => n.toLocaleString('en');

/** The page's own filter above the grid, and what it leaves of the explorer's instances. */
export const Bar = ({ shape, filter, wish, change, field, leave }: Props) => {
  const [words, setWords] = useState(wish.words);
  useEffect(() => setWords(wish.words), [wish.words]);
  useEffect(() => {
    if (words === wish.words) return;
    const timer = setTimeout(() => change({ words }), settleMs);
    return () => clearTimeout(timer);
  }, [words]);
  // What is typed here is text: VS Code must not take it for our letters. Its own shortcuts stay its own.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (event.key === 'Escape' && words !== '') setWords('');
    else if (['Escape', 'Enter', 'ArrowDown'].includes(event.key)) leave();
    else return;
    event.preventDefault();
  };
  const order = wish.order && shape.columns.find(({ key }) => key === wish.order?.column);
  return (
    <div class="bar" role="toolbar" aria-label="Filter">
      <input
        ref={field}
        class="field"
        type="text"
        spellcheck={false}
        aria-label="Filter instances by words in id or title"
        placeholder="words in id or title ( / )"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <label title="Instances on which runs have different outcomes; base, gold and what was not evaluated aside">
        <input
          type="checkbox"
          checked={wish.differ}
          onChange={(event) => change({ differ: event.currentTarget.checked })}
        />
        Runs differ
      </label>
      <span class="quiet" role="status">
        {number(shape.rows)} of {number(shape.known)} instances
        {filter && ` · explorer: ${filter}`}
        {order && ` · by outcome of ${order.label}${wish.order?.descending ? ', last first' : ''}`}
      </span>
    </div>
  );
};
