import { useReducer, useRef } from 'preact/hooks';
import type { MapPosition } from '../../src/core/patch/hunkStops';
import type { HunkMapShown } from '../../src/protocol/hunkMapPage';
import { keepState, keptState } from '../kit/connect';
import { isFolded, type MapRow, rowAt, rowsOf, type Turned } from './rows';

/** Folds are kept over a reload for the patch that they were made on. */
interface Kept {
  readonly hash: string | null;
  readonly turned: readonly string[];
}

const turnedOf = (hash: string | null): Turned => {
  const kept = keptState<Kept>({ hash: null, turned: [] });
  return new Set(kept.hash === hash ? kept.turned : []);
};

/** Rows and the place in them, by what was done last and not by what is drawn. */
export interface Way {
  now(): { readonly rows: readonly MapRow[]; readonly here: number };
  /** Puts the person at a row; returns where that is. */
  choose(row: number): MapPosition | null;
  /** Folds the file at hand, or opens it. */
  fold(folded: boolean): void;
  /** Where the diff stands. */
  stand(at: MapPosition): void;
}

export const useWay = (
  { map, isLong, here }: Extract<HunkMapShown, { readonly kind: 'map' }>,
  tell: (at: MapPosition) => void,
): Way => {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const state = useRef<{ map: typeof map; turned: Turned; rows: readonly MapRow[]; at: MapPosition } | null>(null);
  const rowsWith = (turned: Turned) => ({ map, turned, rows: rowsOf(map, isLong, turned) });
  if (state.current?.map !== map) {
    const at = state.current?.at ?? here ?? { file: 0, hunk: null };
    state.current = { ...rowsWith(state.current?.turned ?? turnedOf(map.hash)), at };
  }
  const put = (next: NonNullable<typeof state.current>): void => {
    state.current = next;
    draw(undefined);
  };
  const current = () => state.current ?? { ...rowsWith(new Set()), at: { file: 0, hunk: null } };
  const choose = (row: number): MapPosition | null => {
    const at = current().rows[row]?.at ?? null;
    if (at) {
      put({ ...current(), at });
      tell(at);
    }
    return at;
  };
  return {
    now: () => ({ rows: current().rows, here: rowAt(current().rows, current().at) }),
    choose,
    fold: (folded) => {
      const { at, turned } = current();
      const file = map.files[at.file];
      if (!file || file.hunks.length === 0 || isFolded(file, isLong, turned) === folded) return;
      const next = new Set(turned);
      if (!next.delete(file.path)) next.add(file.path);
      put({ ...current(), ...rowsWith(next) });
      keepState({ hash: map.hash, turned: [...next] } satisfies Kept);
      choose(rowAt(current().rows, { file: at.file, hunk: folded ? null : at.hunk }));
    },
    stand: (at) => put({ ...current(), at }),
  };
};
