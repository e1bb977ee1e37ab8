import type { Ref } from 'preact';
import { outcomeCounts } from '../../src/core/evaluation/outcomeWords';
import { counted } from '../../src/core/shared/counted';
import type { TableRow } from '../../src/core/study/trajectoryTable/tableRow';
import type { TableTarget } from '../../src/protocol/trajectoryTable';
import type { ReadRows } from './useRows';

interface Props {
  readonly read: ReadRows;
  readonly shown: readonly TableRow[];
  readonly words: string;
  /** What of the filter can't be read; null where all can. */
  readonly wrong: string | null;
  readonly setWords: (words: string) => void;
  readonly field: Ref<HTMLInputElement>;
  readonly leave: () => void;
  readonly choose: () => void;
}

const titleOf = (target: TableTarget | null): string => {
  if (target === null) return 'No folder is chosen';
  if (target.kind === 'folder') return target.path.split(/[/\\]/).findLast((part) => part !== '') ?? target.path;
  return target.kind === 'instance' ? target.instanceId : target.runId;
};

/** A fault without the long path that the row itself says. */
export const shortFault = ({ fault, path, name }: TableRow): string => (fault ?? '').replaceAll(path, name);

const summary = ({ read, shown }: Props): string => {
  const { rows, isWhole } = read;
  const of = shown.length === rows.length ? '' : `${shown.length.toLocaleString('en')} of `;
  const outcomes = outcomeCounts(shown.map(({ outcome }) => outcome));
  const soFar = isWhole ? '' : ' so far';
  const said = counted(rows.length, 'trajectory', 'trajectories');
  return `${of}${said}${soFar}${outcomes && ` · ${outcomes}`}`;
};

const Unreadable = ({ rows }: { rows: readonly TableRow[] }) => {
  const bad = rows.filter(({ facts }) => facts === null);
  const [first] = bad;
  if (!first) return null;
  return (
    <span class="fault" title={shortFault(first)}>
      <span class="warning" aria-hidden="true">
        ⚠
      </span>{' '}
      {counted(bad.length, 'file')} unreadable: {shortFault(first)}
    </span>
  );
};

/** Which trajectories, the filter, and what it leaves. */
export const Bar = (props: Props) => {
  const { read, words, wrong, setWords, field, leave, choose } = props;
  // What is typed here is text: VS Code must not take it for our letters. Its own shortcuts stay its own.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (event.key === 'Escape' && words !== '') setWords('');
    else if (['Escape', 'Enter', 'ArrowDown'].includes(event.key)) leave();
    else return;
    event.preventDefault();
  };
  return (
    <div class="bar" role="toolbar" aria-label="Trajectories">
      <h1 title={read.target?.kind === 'folder' ? read.target.path : ''}>{titleOf(read.target)}</h1>
      <input
        ref={field}
        class="field wide"
        type="text"
        spellcheck={false}
        aria-label="Filter trajectories"
        aria-invalid={wrong !== null}
        placeholder="outcome:unresolved status:limit words ( / )"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" class="secondary" onClick={choose}>
        Other Folder...
      </button>
      <span class="quiet" role="status">
        {wrong ?? summary(props)}
      </span>
      <Unreadable rows={read.rows} />
    </div>
  );
};
