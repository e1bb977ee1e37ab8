import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FindQuery } from '../../src/core/run/trajectory/find/findPattern';
import type { StepHit } from '../../src/core/run/trajectory/find/stepHits';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { type FoundHit, type FoundPlaces, firstFrom, foundWords, nextHit, nothingFound, withNews } from './foundPlaces';

/** What is kept of the find bar over a reload. */
export interface KeptFind {
  readonly open: boolean;
  readonly query: FindQuery;
}

export const noFind: KeptFind = {
  open: false,
  query: { text: '', matchCase: false, wholeWord: false, regex: false },
};

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly steps: number;
  /** Changes where a step that is known may have got more. */
  readonly age: number;
  /** The step that is shown. */
  readonly idx: number;
  readonly first: KeptFind;
  readonly keep: (find: KeptFind) => void;
  readonly stale: () => void;
  /** Shows a step as it was read, for a match in it. */
  readonly show: (idx: number) => void;
}

export interface Find {
  readonly kept: KeptFind;
  readonly found: FoundPlaces;
  readonly hit: FoundHit | null;
  /** Matches in the step that is shown. */
  readonly hits: readonly StepHit[];
  /** "3 of 41". */
  readonly words: string;
  readonly countOf: (idx: number) => number;
  readonly open: () => void;
  readonly close: () => void;
  readonly change: (query: Partial<FindQuery>) => void;
  readonly go: (way: 1 | -1) => void;
  /** Grows each time the bar is asked for, to give it the keyboard. */
  readonly asked: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A search that goes on while its query, the file and the bar stay; what it has found by now. */
const useSearch = ({ host, at, steps, age, stale }: Props, query: FindQuery, isOn: boolean): FoundPlaces => {
  const [found, setFound] = useState(nothingFound);
  const key = JSON.stringify(query);
  useEffect(() => {
    let goesOn = isOn && query.text !== '';
    setFound(nothingFound);
    const search = async () => {
      await pause(60);
      for (let since = 0, known = nothingFound; goesOn; await pause(30)) {
        const news = await host.find({ ...at, query, since });
        if (!goesOn) return;
        if (news === null) return stale();
        since += news.found.length;
        known = withNews(known, news);
        setFound(known);
        if (news.state !== 'going') return;
      }
    };
    search().catch((error: unknown) => {
      const fault = error instanceof Error ? error.message : String(error);
      const none = { steps: 0, rawParts: 0, slow: 0, unread: 0, state: 'done' } as const;
      if (goesOn) setFound({ ...nothingFound, progress: { ...none, fault } });
    });
    return () => {
      goesOn = false;
    };
  }, [key, isOn, at.which, at.version, steps, age]);
  return found;
};

/** The matches of the step that is shown, where it has any. */
const useHits = ({ host, at, idx, age }: Props, query: FindQuery, count: number): readonly StepHit[] => {
  const [known, setKnown] = useState<{ readonly key: string; readonly hits: readonly StepHit[] }>({
    key: '',
    hits: [],
  });
  const key = JSON.stringify([idx, query, at, age]);
  useEffect(() => {
    let current = count > 0;
    if (current)
      void host
        .hits({ ...at, idx, query })
        .then((answer) => {
          if (current && answer) setKnown({ key, hits: answer.hits });
        })
        .catch(() => null);
    return () => {
      current = false;
    };
  }, [key, count > 0]);
  return count > 0 && known.key === key ? known.hits : none;
};

const none: readonly StepHit[] = [];

/** Finding as one types: the first match from the step at which the bar was opened is shown by itself. */
const useHit = (props: Props, kept: KeptFind, found: FoundPlaces) => {
  const [hit, setHit] = useState<FoundHit | null>(null);
  const from = useRef(props.idx);
  const mayGo = useRef(false);
  const set = (next: FoundHit | null) => {
    setHit(next);
    if (next?.place.kind === 'step') props.show(next.place.idx);
  };
  useEffect(() => {
    if (!mayGo.current || !kept.open) return;
    const first = firstFrom(found, from.current);
    const isThere = first !== null && (first.place.kind === 'raw' || first.place.idx >= from.current);
    const isOver = found.progress !== null && found.progress.state !== 'going';
    if (!first || !(isOver || (isThere && first.place.kind === 'step'))) return;
    mayGo.current = false;
    set(first);
  }, [found]);
  useEffect(() => {
    // A person who goes to another step leaves the match.
    if (hit && (hit.place.kind === 'raw' || hit.place.idx !== props.idx)) setHit(null);
  }, [props.idx]);
  const begin = () => {
    from.current = hit?.place.kind === 'step' ? hit.place.idx : props.idx;
    mayGo.current = true;
    setHit(null);
  };
  return { hit, set, begin };
};

/** Find over all text of the trajectory: the app searches, the page asks on while it does. */
export const useFind = (props: Props): Find => {
  const [kept, setKept] = useState(props.first);
  const [asked, setAsked] = useState(0);
  const found = useSearch(props, kept.query, kept.open);
  const { hit, set, begin } = useHit(props, kept, found);
  const countOf = (idx: number) => found.byStep.get(idx) ?? 0;
  const hits = useHits(props, kept.query, kept.open ? countOf(props.idx) : 0);
  const put = (next: KeptFind) => {
    setKept(next);
    props.keep(next);
  };
  const words = useMemo(() => foundWords(found, hit), [found, hit]);
  return {
    ...{ kept, found, hit, hits, words, countOf, asked },
    open: () => {
      if (!kept.open) begin();
      put({ ...kept, open: true });
      setAsked((n) => n + 1);
    },
    close: () => put({ ...kept, open: false }),
    change: (query) => {
      begin();
      put({ ...kept, query: { ...kept.query, ...query } });
    },
    go: (way) => {
      if (!kept.open) put({ ...kept, open: true });
      const next = nextHit(found, hit, props.idx, way);
      if (next) set(next);
    },
  };
};
