import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSigns } from '../kit/useSigns';
import type { Find } from './useFind';

const options = [
  { name: 'matchCase', sign: 'Aa', words: 'Match case', key: 'c' },
  { name: 'wholeWord', sign: 'ab', words: 'Match whole word', key: 'w' },
  { name: 'regex', sign: '.*', words: 'Use regular expression (at most 0.4 s for each step)', key: 'r' },
] as const;

/** `/` and Ctrl+F open the bar, F3 and Shift+F3 go on from anywhere in the page, Escape closes it first of all. */
export const useFindKeys = (find: Find): void => {
  const latest = useRef(find);
  latest.current = find;
  useSigns({ '/': () => latest.current.open() });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { kept, go, open, close } = latest.current;
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const closes = event.key === 'Escape' && kept.open && document.querySelector('dialog') === null;
      if (event.key !== 'F3' && !isFind && !closes) return;
      event.preventDefault();
      event.stopPropagation();
      if (isFind || kept.query.text === '') return closes ? close() : open();
      if (closes) return close();
      go(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
};

/** The find bar over the step: text, three options, where one stands among the matches, back, on, close. */
export const FindBar = ({ find, leave }: { find: Find; leave: () => void }) => {
  const { kept, words, asked, change, go, close } = find;
  const { query } = kept;
  const input = useRef<HTMLInputElement>(null);
  const shut = () => {
    close();
    leave();
  };
  useLayoutEffect(() => {
    if (asked === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [asked]);
  useEffect(
    () => () => {
      // The bar was closed while it had the keyboard.
      if (document.activeElement === null || document.activeElement === document.body) leave();
    },
    [],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const option = event.altKey ? options.find(({ key }) => key === event.key.toLowerCase()) : undefined;
    if (option) change({ [option.name]: !query[option.name] });
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const isFault = find.found.progress?.fault !== null && find.found.progress !== null;
  return (
    <search class="find" {...{ onKeyDown }}>
      <input
        ref={input}
        type="text"
        value={query.text}
        placeholder="Find in all steps"
        aria-label="Find in all steps"
        aria-invalid={isFault}
        spellcheck={false}
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      {options.map(({ name, sign, words: title, key }) => (
        <button
          key={name}
          type="button"
          class={query[name] ? 'chosen' : ''}
          aria-pressed={query[name]}
          title={`${title} (Alt+${key.toUpperCase()})`}
          aria-label={title}
          onClick={() => change({ [name]: !query[name] })}
        >
          {name === 'wholeWord' ? <u>{sign}</u> : sign}
        </button>
      ))}
      <span role="status" class="found">
        {words}
      </span>
      <button type="button" title="Previous match (Shift+F3)" aria-label="Previous match" onClick={() => go(-1)}>
        ↑
      </button>
      <button type="button" title="Next match (F3)" aria-label="Next match" onClick={() => go(1)}>
        ↓
      </button>
      <button type="button" title="Close (Esc)" aria-label="Close" onClick={shut}>
        ×
      </button>
    </search>
  );
};
