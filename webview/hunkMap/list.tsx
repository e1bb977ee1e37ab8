import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { classLetter, hunkClassWords } from '../../src/core/patch/classWords';
import type { MapChange } from '../../src/core/patch/hunkMap';
import { shownText } from '../../src/core/shared/shownText';
import type { FileMarks } from '../../src/protocol/hunkMapPage';
import { focusWhenShown } from '../kit/keyFocus';
import { useView } from '../kit/useView';
import { numbersOf, scrollTo, visibleRange } from '../kit/visibleRange';
import type { MapRow } from './rows';
import type { Way } from './useWay';
import { figuresOf, fileWords, labelOf, markWords, rangeOf, touchesTests } from './words';

const rowHeight = 22;

interface Props {
  readonly way: Way;
  readonly marks: FileMarks;
  /** The changed lines of the largest hunk: as wide as a bar gets. */
  readonly largest: number;
  /** There is no gold to stand beside. */
  readonly isAlone: boolean;
  readonly go: (row: number, takesKeys: boolean) => void;
  readonly back: () => void;
}

const Bar = ({ change, largest, side }: { change: MapChange | null; largest: number; side: 'gold' | 'patch' }) => {
  if (change === null) return <span class={`bar ${side} nothing`} aria-hidden="true" />;
  // By the root: beside a hunk of hundreds of lines one of a few is still seen.
  const share = Math.sqrt((change.added + change.removed) / Math.max(1, largest));
  return (
    <span class={`bar ${side}`} aria-hidden="true">
      <span style={{ width: `${Math.max(8, Math.round(100 * share))}%` }} />
    </span>
  );
};

const marksOf = { viewed: '✓', opened: '·', 'not opened': '' } as const;

const FileName = ({ path }: { path: string }) => {
  const at = path.lastIndexOf('/') + 1;
  return (
    <>
      <b>
        <bdi>{shownText(path.slice(at))}</bdi>
      </b>
      {at > 0 && (
        <span class="quiet">
          {' '}
          <bdi>{shownText(path.slice(0, at - 1))}</bdi>
        </span>
      )}
    </>
  );
};

const FileLine = ({ row, marks }: { row: MapRow & { kind: 'file' }; marks: FileMarks }) => {
  const { file } = row;
  const mark = markWords(file.path, marks);
  return (
    <>
      <span class="mark" title={mark}>
        {marksOf[mark as keyof typeof marksOf]}
      </span>
      <span class="fold">{file.hunks.length === 0 ? '' : row.isFolded ? '›' : '⌄'}</span>
      <span class="name">
        <FileName path={file.path} />
        {touchesTests(file) && (
          <span class="warning" aria-hidden="true">
            {' '}
            ⚠
          </span>
        )}
      </span>
      <span class="range gold">{figuresOf(file.gold)}</span>
      <span class="letter">{classLetter[file.class]}</span>
      <span class="range patch">{figuresOf(file.model)}</span>
      <span class={`words ${touchesTests(file) ? 'told' : 'quiet'}`}>{fileWords(file)}</span>
    </>
  );
};

const HunkLine = ({ row, largest }: { row: MapRow & { kind: 'hunk' }; largest: number }) => (
  <>
    <span class="range gold">{rangeOf(row.hunk.gold)}</span>
    <Bar change={row.hunk.gold} side="gold" {...{ largest }} />
    <span class="letter">{classLetter[row.hunk.class]}</span>
    <Bar change={row.hunk.model} side="patch" {...{ largest }} />
    <span class="range patch">{rangeOf(row.hunk.model)}</span>
    <span class="words quiet">{hunkClassWords(row.hunk)}</span>
  </>
);

const moves: Readonly<Record<string, (here: number, page: number, last: number) => number>> = {
  ArrowDown: (here) => here + 1,
  ArrowUp: (here) => here - 1,
  PageDown: (here, page) => here + page,
  PageUp: (here, page) => here - page,
  Home: () => 0,
  End: (_here, _page, last) => last,
};

/** The row on which the mouse is. */
const withRow = ({ target }: Event, act: (row: number) => void): void => {
  const line = target instanceof Element ? target.closest('.line') : null;
  if (line) act(Number(line.id.slice('row-'.length)));
};

/** Files and hunks as one list: one tab stop, arrows inside, only rows that are seen are in the page. */
export const List = ({ way, marks, largest, isAlone, go, back }: Props) => {
  const { rows, here } = way.now();
  const element = useRef<HTMLDivElement>(null);
  const view = useView(element);
  useEffect(() => (element.current ? focusWhenShown(element.current) : undefined), []);
  useLayoutEffect(() => {
    const list = element.current;
    if (list && here >= 0) list.scrollTop = scrollTo(here, rowHeight, list.scrollTop, list.clientHeight);
  }, [here]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // By the key before, which may not be drawn yet.
    const now = way.now();
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const last = now.rows.length - 1;
    const to = moves[event.key]?.(now.here, page, last);
    const acts: Readonly<Record<string, () => void>> = {
      Enter: () => go(now.here, true),
      ' ': () => go(now.here, false),
      ArrowLeft: () => way.fold(true),
      ArrowRight: () => way.fold(false),
      Escape: back,
    };
    if (to === undefined && !acts[event.key]) return;
    event.preventDefault();
    if (to !== undefined) way.choose(Math.max(0, Math.min(last, to)));
    acts[event.key]?.();
  };
  const span = visibleRange(view.top, view.height, rowHeight, rows.length, 10);
  return (
    <div
      ref={element}
      class={`list ${isAlone ? 'alone' : ''}`}
      role="listbox"
      aria-label="Files and hunks"
      aria-activedescendant={here >= 0 ? `row-${here}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocusIn={({ target, currentTarget }) => {
        // A row that was clicked has the focus of the mouse, and would take it along when it is folded away.
        if (target !== currentTarget) currentTarget.focus({ preventScroll: true });
      }}
      onClick={(event) => withRow(event, (row) => go(row, false))}
      onContextMenu={(event) => withRow(event, way.choose)}
    >
      <div role="presentation" style={{ height: `${rows.length * rowHeight}px`, position: 'relative' }}>
        {numbersOf(span, Math.min(here, rows.length - 1)).map((at) => {
          const row = rows[at];
          if (!row) return null;
          return (
            <div
              key={`${row.at.file} ${row.at.hunk}`}
              id={`row-${at}`}
              class={`line ${row.kind} ${at === here ? 'here' : ''}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === here}
              aria-label={labelOf(row, marks)}
              aria-posinset={at + 1}
              aria-setsize={rows.length}
              title={labelOf(row, marks)}
              style={{ top: `${at * rowHeight}px` }}
            >
              {row.kind === 'file' ? <FileLine row={row} marks={marks} /> : <HunkLine row={row} largest={largest} />}
            </div>
          );
        })}
      </div>
    </div>
  );
};
