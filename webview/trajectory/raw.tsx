import { useEffect, useState } from 'preact/hooks';
import type { RawRef } from '../../src/core/run/trajectory/step';
import type { RawText } from '../../src/protocol/trajectory';
import { TextBlock } from './textBlock';
import { count } from './words';

export type ReadRaw = (ref: RawRef, start: number) => Promise<RawText | null>;

const placeWords = ({ file, start, end, at }: RawRef): string => {
  const below = at.length === 0 ? '' : ` · at ${at.join('.')}`;
  return `${file} · bytes ${count(start)} to ${count(end)}${below}`;
};

/** The bytes of one piece of the step as they stand in its file, in parts where there are many. */
const Piece = ({ of, read }: { of: RawRef; read: ReadRaw }) => {
  const [parts, setParts] = useState<readonly RawText[]>([]);
  const [fault, setFault] = useState('');
  const next = async (start: number, before: readonly RawText[]) => {
    const part = await read(of, start).catch((error: unknown) => {
      setFault(error instanceof Error ? error.message : String(error));
      return null;
    });
    if (part) setParts([...before, part]);
  };
  useEffect(() => {
    setParts([]);
    setFault('');
    void next(of.start, []);
  }, [of]);
  const end = parts.at(-1)?.end ?? of.start;
  return (
    <section>
      <p class="figures quiet">{placeWords(of)}</p>
      {fault !== '' && <p class="notice">{fault}</p>}
      {parts.map(({ text, start }) => (
        <TextBlock key={start} value={{ text, total: text.length }} as="code" more={() => Promise.resolve(null)} />
      ))}
      {parts.length > 0 && end < of.end && (
        <button type="button" class="fold" onClick={() => void next(end, parts)}>
          {count(of.end - end)} more bytes: show
        </button>
      )}
    </section>
  );
};

/** All of a step's pieces in the file. */
export const Raw = ({ refs, read }: { refs: readonly RawRef[]; read: ReadRaw }) =>
  refs.length === 0 ? (
    <p class="quiet">This step names no bytes of the file.</p>
  ) : (
    <div>
      {refs.map((ref, at) => (
        <Piece key={`${at} ${ref.file} ${ref.start}`} of={ref} read={read} />
      ))}
    </div>
  );
