import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MapPosition } from '../../src/core/patch/hunkStops';
import { shownText } from '../../src/core/shared/shownText';
import type { FileMarks, HunkMapHostApi, HunkMapShown, HunkMapViewApi } from '../../src/protocol/hunkMapPage';
import { connect } from '../kit/connect';
import { reportKeyFocus } from '../kit/keyFocus';
import { NotShownWords } from '../kit/notShown';
import { List } from './list';
import './main.css';
import { useWay } from './useWay';
import { notesOf, openedWords, totalWords } from './words';

type Map = Extract<HunkMapShown, { readonly kind: 'map' }>;

/** What the host tells goes to the page that stands. */
const told = {
  show: (_shown: HunkMapShown): void => {},
  here: (_to: MapPosition): void => {},
  marked: (_marks: FileMarks): void => {},
};
const ours: HunkMapViewApi = {
  show: (shown) => {
    told.show(shown);
    return null;
  },
  here: ({ to }) => {
    told.here(to);
    return null;
  },
  marked: (marks) => {
    told.marked(marks);
    return null;
  },
};
const host = connect<HunkMapHostApi>(ours);
reportKeyFocus((keys) => void host.focusChanged({ keys }).catch(() => null));

const Head = ({ shown, marks }: { shown: Map; marks: FileMarks }) => {
  const { map, goldHidden, isLong } = shown;
  const notes = notesOf(map);
  return (
    <header>
      <h2 class="item">{shownText(shown.item)}</h2>
      <div class="said">
        <span class="totals">{totalWords(map)}</span>
        {goldHidden && (
          <span>
            Gold: {goldHidden.title.toLowerCase()}. {goldHidden.rule}
          </span>
        )}
        <span>{openedWords(map, marks)}</span>
        {isLong && <span>many files: Enter opens one, → shows its hunks</span>}
        {notes.length > 0 && (
          <details>
            <summary>
              <span class="warning" aria-hidden="true">
                ⚠
              </span>{' '}
              {notes.length === 1 ? notes[0] : `${notes.length} notes on the patches`}
            </summary>
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </header>
  );
};

const MapPage = ({ shown }: { shown: Map }) => {
  const { map } = shown;
  const [marks, setMarks] = useState(shown.marks);
  const largest = useMemo(() => Math.max(1, ...largestOf(map)), [map]);
  const way = useWay(shown, (at) => void host.at({ to: at }).catch(() => null));
  told.here = way.stand;
  told.marked = setMarks;
  const go = (row: number, takesKeys: boolean) => {
    const to = way.choose(row);
    if (to) void host.go({ to, takesKeys }).catch(() => null);
  };
  const back = () => void host.back(undefined).catch(() => null);
  return (
    <>
      <Head {...{ shown, marks }} />
      {map.files.length === 0 ? (
        <p class="quiet shut">There is no change to be shown.</p>
      ) : (
        <List {...{ way, marks, largest, go, back }} isAlone={map.states.gold !== 'patch'} />
      )}
    </>
  );
};

const largestOf = ({ files }: Map['map']): readonly number[] =>
  files.map(({ hunks }) =>
    hunks.reduce(
      (most, { gold, model }) =>
        Math.max(most, (gold?.added ?? 0) + (gold?.removed ?? 0), (model?.added ?? 0) + (model?.removed ?? 0)),
      0,
    ),
  );

const App = () => {
  const [shown, setShown] = useState<HunkMapShown | null>(null);
  useEffect(() => {
    told.show = setShown;
    void host.load(undefined).then(setShown, (error: unknown) => setShown({ kind: 'none', message: String(error) }));
  }, []);
  if (shown === null) return <p class="quiet shut">Comparing…</p>;
  if (shown.kind !== 'map') return <NotShownWords shown={shown} />;
  return <MapPage key={`${shown.item} ${shown.map.hash}`} shown={shown} />;
};

const place = document.getElementById('app');
if (place) render(<App />, place);
