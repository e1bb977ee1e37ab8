import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LongText } from '../../src/protocol/trajectory';
import { ansiPieces, type Piece } from './ansi';
import { diffPieces } from './diffPieces';
import { folded } from './folded';
import { count } from './words';

/** Characters that are fetched at once of a text that is too long to come with its step. */
const chunk = 262_144;

const Pieces = ({ of }: { of: readonly Piece[] }) => (
  <pre>
    {of.map(({ text, classes }, at) =>
      classes === '' ? (
        text
      ) : (
        <span key={at} class={classes}>
          {text}
        </span>
      ),
    )}
  </pre>
);

interface Props {
  readonly value: LongText;
  readonly more: (from: number, count: number) => Promise<string | null>;
  /** How the text is set: as code, as a diff, or as prose. */
  readonly as: 'code' | 'diff' | 'prose';
}

const lines = (text: string): string => count(text.split('\n').length - 1);

/** A text, whole but folded: its middle and what was not fetched yet come by buttons. Never cut, never HTML. */
export const TextBlock = ({ value, more, as }: Props) => {
  const [here, setHere] = useState(value.text);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setHere(value.text);
    setOpen(false);
  }, [value]);
  const left = value.total - here.length;
  const { head, middle, tail } = open || left > 0 ? { head: here, middle: '', tail: '' } : folded(here);
  const piecesOf = as === 'diff' ? diffPieces : ansiPieces;
  const start = useMemo(() => piecesOf(head), [head]);
  const end = useMemo(() => piecesOf(tail), [tail]);
  const leftOut = start.leftOut + end.leftOut;
  const fetchMore = async () => {
    const next = await more(here.length, chunk);
    if (next !== null) setHere(here + next);
    setOpen(true);
  };
  return (
    <div class={`block ${as === 'prose' ? 'prose' : 'code'}`}>
      <Pieces of={start.pieces} />
      {middle !== '' && (
        <button type="button" class="fold" onClick={() => setOpen(true)}>
          {lines(middle)} lines folded, {count(middle.length)} characters
        </button>
      )}
      {end.pieces.length > 0 && <Pieces of={end.pieces} />}
      {left > 0 && (
        <button type="button" class="fold" onClick={() => void fetchMore()}>
          {count(left)} of {count(value.total)} characters not shown yet: show more
        </button>
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
