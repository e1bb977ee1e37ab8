import { useEffect, useState } from 'preact/hooks';
import type { FoundPlace, RawHits } from '../../src/protocol/trajectoryFind';
import { TextBlock } from './textBlock';
import { count } from './words';

type RawPlace = Extract<FoundPlace, { kind: 'raw' }>;

/** Bytes that no step holds, with a match in them; JSON is shown as it stands. */
export const RawFound = ({
  place,
  nth,
  read,
}: {
  place: RawPlace;
  nth: number;
  read: (place: RawPlace) => Promise<RawHits | null>;
}) => {
  const [found, setFound] = useState<RawHits | null>(null);
  const { file, start, end } = place;
  useEffect(() => {
    let current = true;
    setFound(null);
    void read(place)
      .then((answer) => {
        if (current) setFound(answer);
      })
      .catch(() => null);
    return () => {
      current = false;
    };
  }, [file, start]);
  return (
    <>
      <h2>In no step</h2>
      <p class="figures quiet">
        {file} · bytes {count(start)} to {count(end)}, as they stand
      </p>
      {found && <RawText found={found} nth={nth} />}
    </>
  );
};

const RawText = ({ found, nth }: { found: RawHits; nth: number }) => {
  const [value] = useState({ text: found.text, total: found.text.length });
  const marks = found.hits.map((hit, at) => ({ ...hit, now: at === nth }));
  return <TextBlock value={value} as="code" marks={marks} more={() => Promise.resolve(null)} />;
};
