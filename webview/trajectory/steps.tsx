import { useEffect, useRef, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { SoughtStep } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { Hints } from '../kit/help';
import { focusWhenShown } from '../kit/keyFocus';
import { DetailPane } from './detailPane';
import { hints } from './keys';
import { List } from './list';
import { useRows } from './useRows';
import { useStep } from './useStep';

/** What is kept over a reload: the step, whether its raw bytes are shown, and which side has the keyboard. */
export interface Place {
  readonly idx: number;
  readonly raw: boolean;
  readonly inStep: boolean;
}

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly steps: number;
  readonly first: Place;
  readonly keep: (place: Place) => void;
  readonly stale: () => void;
  readonly takeKeys: (press: (key: string) => void) => void;
  readonly help: () => void;
}

const sought: Readonly<Record<string, { readonly what: SoughtStep; readonly back: boolean }>> = {
  J: { what: 'turn', back: false },
  K: { what: 'turn', back: true },
  n: { what: 'error', back: false },
  p: { what: 'error', back: true },
  e: { what: 'edit', back: false },
  t: { what: 'test', back: false },
};

const soughtWords: Readonly<Record<SoughtStep, string>> = {
  turn: 'turn',
  error: 'step that failed',
  edit: 'edit',
  test: 'test run',
};

type Say = (text: string) => void;

/** The place with what changes it, clamped to the steps that there are. */
const usePlace = ({ first, steps, keep }: Props) => {
  const [place, setPlace] = useState(first);
  const now = useRef(place);
  const change = (part: Partial<Place>) => {
    now.current = { ...now.current, ...part };
    setPlace(now.current);
    keep(now.current);
  };
  const within = (one: Place): Place => ({ ...one, idx: Math.min(Math.max(1, one.idx), steps) });
  return { place: within(place), now: () => within(now.current), change };
};

/**
 * What keys and buttons do; `say` tells a screen reader and the eye that nothing was found. A key acts where the ones
 * before it have led, also while their answers are still under way.
 */
const useActions = (props: Props, now: () => Place, change: (part: Partial<Place>) => void, say: Say) => {
  const { host, at, steps, stale } = props;
  const queue = useRef(Promise.resolve());
  const choose = (idx: number) => {
    say('');
    change({ idx: Math.min(Math.max(1, idx), steps) });
  };
  const seek = async (key: string) => {
    const wish = sought[key];
    if (!wish) return;
    const found = await host.seek({ ...at, idx: now().idx, ...wish });
    if (found === null) stale();
    else if (found === 0) say(`No ${wish.back ? 'earlier' : 'later'} ${soughtWords[wish.what]}`);
    else choose(found);
  };
  const moves: Readonly<Record<string, () => void>> = {
    j: () => choose(now().idx + 1),
    k: () => choose(now().idx - 1),
    g: () => choose(1),
    G: () => choose(steps),
    w: () => change({ raw: !now().raw }),
    f: () => change({ inStep: !now().inStep }),
  };
  const press = (key: string) => {
    const act = async () => (moves[key] ? moves[key]() : seek(key));
    queue.current = queue.current.then(act).catch(() => say('The app does not answer; try again.'));
  };
  return { choose, press };
};

/** The list of steps and one step beside it; below 1,000 pixels one of both. */
export const Steps = (props: Props) => {
  const { host, at, steps, stale, takeKeys } = props;
  const { place, now, change } = usePlace(props);
  const [said, say] = useState('');
  const { choose, press } = useActions(props, now, change, say);
  takeKeys(press);
  const rows = useRows(host, at, stale);
  const body = useStep(host, at, place.idx, steps);
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  useEffect(() => {
    const side = place.inStep ? detail.current : list.current;
    if (!side) return undefined;
    const other = document.activeElement;
    if (other === list.current || other === detail.current) side.focus({ preventScroll: true });
    return focusWhenShown(side);
  }, [place.inStep]);
  useEffect(() => {
    if (detail.current) detail.current.scrollTop = 0;
  }, [place.idx, place.raw]);
  return (
    <>
      <div class={`columns ${place.inStep ? 'in-step' : 'in-list'}`}>
        <List
          {...{ rows, steps, choose }}
          idx={place.idx}
          enter={() => change({ inStep: true })}
          element={list}
          focused={() => change({ inStep: false })}
        />
        <DetailPane
          {...{ host, at, body }}
          idx={place.idx}
          raw={place.raw}
          row={rows.at(place.idx)}
          element={detail}
          setRaw={(raw) => change({ raw })}
          leave={() => change({ inStep: false })}
          focused={() => change({ inStep: true })}
        />
      </div>
      <p role="status" class={said === '' ? 'aloud' : 'said quiet'}>
        {said || `Step ${place.idx} of ${steps}`}
      </p>
      <Hints keys={hints} help={props.help} />
    </>
  );
};
