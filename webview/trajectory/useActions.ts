import { useRef } from 'preact/hooks';
import type { SoughtStep } from '../../src/core/run/trajectory/list/soughtStep';
import type { Remote } from '../../src/protocol/rpc';
import type { ListMove, ListPlace } from '../../src/protocol/trajectoryList';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { StepAction } from '../../src/protocol/trajectoryStates';
import type { Following } from './useFollowing';
import type { StepList } from './useList';
import type { Marks } from './useMarks';
import type { Place } from './usePlace';

const soughtWords: Readonly<Record<SoughtStep, string>> = {
  turn: 'turn',
  error: 'step that failed',
  edit: 'edit',
  test: 'test run',
};

const seek = (what: SoughtStep, back = false): ListMove => ({ kind: 'seek', what, back });

/** Letters that move among the steps that the list shows. */
const moves: Readonly<Record<string, ListMove>> = {
  j: { kind: 'by', steps: 1 },
  k: { kind: 'by', steps: -1 },
  g: { kind: 'end', back: true },
  G: { kind: 'end', back: false },
  J: seek('turn'),
  K: seek('turn', true),
  n: seek('error'),
  p: seek('error', true),
  e: seek('edit'),
  t: seek('test'),
};

interface Asked {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly list: StepList;
  readonly row: number;
  readonly now: () => Place;
  readonly change: (part: Partial<Place>) => void;
  readonly setPlace: (place: ListPlace) => void;
  readonly stale: () => void;
  /** Tells a screen reader and the eye what is not seen otherwise. */
  readonly say: (text: string) => void;
  readonly marks: Marks;
  readonly following: Following;
  /** Does something with the files after the step. */
  readonly atStep: (action: StepAction) => void;
}

const nothing = (move: ListMove): string =>
  move.kind === 'seek' ? `No ${move.back ? 'earlier' : 'later'} ${soughtWords[move.what]}` : 'No step is shown';

/**
 * What keys and buttons do. A key acts where the ones before it have led, also while their answers are still under way.
 * One step on or back needs no answer where the row beside is here.
 */
export const useActions = (asked: Asked) => {
  const latest = useRef(asked);
  latest.current = asked;
  const queue = useRef(Promise.resolve());
  const go = (place: ListPlace) => {
    latest.current.say('');
    latest.current.following.release();
    latest.current.setPlace(place);
  };
  const moveBy = async (move: ListMove) => {
    const { host, at, list, row, now, stale, say } = latest.current;
    const isNext = move.kind === 'by' && Math.abs(move.steps) === 1;
    const beside = isNext && row >= 0 ? list.beside(row, move.steps < 0 ? -1 : 1) : null;
    if (beside) return go(beside);
    const { idx, filter } = now();
    const found = await host.listMove({ ...at, filter, idx, move });
    if (found === null) return stale();
    return found.idx === 0 ? say(nothing(move)) : go(found);
  };
  const mark = async () => {
    const { marks, now, say, stale } = latest.current;
    const { idx } = now();
    const done = await marks.toggle(idx);
    if (done === null) stale();
    else say(done === 'set' ? `Bookmark set at step ${idx}` : `Bookmark removed from step ${idx}`);
  };
  const ask = async (call: (step: PageAt & { readonly idx: number }) => Promise<null>) => {
    const { at, now } = latest.current;
    await call({ ...at, idx: now().idx });
  };
  const others: Readonly<Record<string, () => void | Promise<void>>> = {
    w: () => latest.current.change({ tab: latest.current.now().tab === 'raw' ? 'step' : 'raw' }),
    i: () => latest.current.change({ tab: latest.current.now().tab === 'input' ? 'step' : 'input' }),
    y: async () => {
      await ask(latest.current.host.copyLink);
      latest.current.say(`Link to step ${latest.current.now().idx} copied`);
    },
    o: () => ask(latest.current.host.openTouched),
    // Not waited for: it may ask where the repository is, and other keys go on meanwhile.
    d: () => latest.current.atStep('diff'),
    b: () => latest.current.atStep('fork'),
    c: () => ask(latest.current.host.addNote),
    f: () => latest.current.change({ inStep: !latest.current.now().inStep }),
    m: mark,
  };
  const enqueue = (act: () => void | Promise<void>) => {
    queue.current = queue.current.then(act).catch(() => latest.current.say('The app does not answer; try again.'));
  };
  return {
    choose: (idx: number) => enqueue(() => go({ idx, row: -1 })),
    move: (move: ListMove) => enqueue(() => moveBy(move)),
    press: (key: string) => {
      const move = moves[key];
      const other = others[key];
      if (move) enqueue(() => moveBy(move));
      else if (other) enqueue(other);
    },
  };
};
