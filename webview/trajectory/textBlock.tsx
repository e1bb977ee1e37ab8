import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LongText } from '../../src/protocol/trajectory';
import { ansiPieces, type Piece } from './ansi';
import { diffPieces } from './diffPieces';
import { fetchEnd, foldedRanges } from './folded';
import { FetchedText } from './longText';
import { type Mark, type MarkedPiece, markedPieces, runsOf } from './markedPieces';
import { foldsOf, joined, mostShown, type TextRange, withRange } from './shownRanges';
import { count } from './words';

/** Characters that one press of a fold's button shows of it, and those shown around a match. */
const unfolds = 65_536;
const aroundMatch = 800;

interface Props {
  readonly value: LongText;
  readonly more: (from: number, count: number) => Promise<string | null>;
  /** How the text is set: as code, as a diff, or as prose. */
  readonly as: 'code' | 'diff' | 'prose';
  /** Matches in order; the folds in which one stands now are opened. */
  readonly marks?: readonly Mark[];
  /** Grows with each "Unfold all". */
  readonly unfolded?: number;
}

const Run = ({ classes, of }: { classes: string; of: readonly MarkedPiece[] }) => {
  const shown = of.map(({ text, mark }, at) =>
    mark === null ? (
      text
    ) : (
      <mark key={at} class={mark}>
        {text}
      </mark>
    ),
  );
  return <span {...(classes === '' ? {} : { class: classes })}>{shown}</span>;
};

const MarkedRuns = ({ of }: { of: readonly MarkedPiece[] }) => (
  <>
    {runsOf(of).map((pieces, at) => (
      <Run key={at} classes={pieces[0]?.classes ?? ''} of={pieces} />
    ))}
  </>
);

/** A short text with its matches. */
export const Marked = ({ text, marks }: { text: string; marks: readonly Mark[] }) => (
  <MarkedRuns of={markedPieces(ansiPieces(text).pieces, marks, 0)} />
);

const Pieces = ({ of, marks, from }: { of: readonly Piece[]; marks: readonly Mark[]; from: number }) => (
  <pre>
    <MarkedRuns of={markedPieces(of, marks, from)} />
  </pre>
);

const counted = (n: number, one: string, several = `${one}s`): string => `${count(n)} ${n === 1 ? one : several}`;

const Fold = ({
  of,
  text,
  marks,
  open,
}: {
  of: TextRange;
  text: FetchedText;
  marks: readonly Mark[];
  open: () => void;
}) => {
  const known = text.get(of.from, Math.min(of.to, of.from + unfolds * 4));
  const lines = known === null || known.length < of.to - of.from ? null : known.split('\n').length - 1;
  const hits = marks.filter(({ start }) => start >= of.from && start < of.to).length;
  const words = [
    lines === null || lines === 0 ? '' : counted(lines, 'line'),
    counted(of.to - of.from, 'character'),
    hits === 0 ? '' : counted(hits, 'match', 'matches'),
  ];
  const [first, ...others] = words.filter((word) => word !== '');
  return (
    <button type="button" class="fold" onClick={open}>
      {[`${first} folded`, ...others].join(', ')}
      {of.to - of.from > unfolds ? `: show ${count(unfolds)} more` : ''}
    </button>
  );
};

/** The ranges that are shown, and what changes them. */
const useRanges = (text: FetchedText, marks: readonly Mark[], unfolded: number) => {
  const [ranges, setRanges] = useState<readonly TextRange[]>(() => foldedRanges(text));
  const latest = useRef(text);
  latest.current = text;
  const show = async (range: TextRange) => {
    const lines = await text.lines({ from: Math.max(0, range.from), to: Math.min(text.total, range.to) });
    if (lines && latest.current === text) setRanges((before) => withRange(before, lines));
  };
  useEffect(() => {
    setRanges(foldedRanges(text));
    void fetchEnd(text).then((isNew) => {
      if (isNew && latest.current === text) setRanges((before) => joined([...before, ...foldedRanges(text)]));
    });
  }, [text]);
  useEffect(() => {
    if (unfolded > 0) void show({ from: 0, to: Math.min(text.total, mostShown) });
  }, [text, unfolded]);
  const now = marks.find((mark) => mark.now);
  useEffect(() => {
    if (!now) return;
    const end = now.start + Math.min(now.length, 10_000);
    const isShown = ranges.some(({ from, to }) => from <= now.start && to >= end);
    if (!isShown) void show({ from: now.start - aroundMatch, to: end + aroundMatch });
  }, [text, now?.start, now?.length]);
  return { ranges, show };
};

/** A match that the person stands at is brought into view, once for each move. */
const useInView = (now: Mark | undefined, ranges: readonly TextRange[]) => {
  const block = useRef<HTMLDivElement>(null);
  const shown = useRef(-1);
  useLayoutEffect(() => {
    const mark = block.current?.querySelector('.now');
    if (!now || !mark || shown.current === now.start) {
      if (!now) shown.current = -1;
      return;
    }
    shown.current = now.start;
    const part = mark.closest('details');
    if (part) part.open = true;
    mark.scrollIntoView({ block: 'center' });
  }, [now?.start, ranges]);
  return block;
};

const noMarks: readonly Mark[] = [];

/** A text, whole but folded, of any length: what is not in the page is fetched when it is shown. Never cut, never HTML. */
export const TextBlock = ({ value, more, as, marks = noMarks, unfolded = 0 }: Props) => {
  const text = useMemo(() => new FetchedText(value, more), [value]);
  const { ranges, show } = useRanges(text, marks, unfolded);
  const block = useInView(
    marks.find((mark) => mark.now),
    ranges,
  );
  const piecesOf = as === 'diff' ? diffPieces : ansiPieces;
  const shown = useMemo(
    () => ranges.map((range) => ({ range, ...piecesOf(text.get(range.from, range.to) ?? '') })),
    [text, ranges],
  );
  const leftOut = shown.reduce((sum, { leftOut: here }) => sum + here, 0);
  const folds = foldsOf(ranges, text.total).map((range) => ({ range, pieces: null }));
  const all = [...shown, ...folds].sort((a, b) => a.range.from - b.range.from);
  return (
    <div ref={block} class={`block ${as === 'prose' ? 'prose' : 'code'}`}>
      {all.map(({ range, pieces }) =>
        pieces === null ? (
          <Fold
            key={`fold ${range.from}`}
            {...{ text, marks, of: range }}
            open={() => void show({ from: range.from, to: Math.min(range.to, range.from + unfolds) })}
          />
        ) : (
          <Pieces key={`text ${range.from}`} of={pieces} marks={marks} from={range.from} />
        ),
      )}
      {leftOut > 0 && (
        <p class="quiet left-out">
          Not shown, see Raw: {count(leftOut)} terminal {leftOut === 1 ? 'sequence' : 'sequences'} without text (cursor,
          title).
        </p>
      )}
    </div>
  );
};
