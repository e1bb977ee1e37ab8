import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { everyStep } from '../../src/core/run/trajectory/list/stepFilter';
import type { HiddenFromRater } from '../../src/core/study/hiddenFromRater';
import type { Remote } from '../../src/protocol/rpc';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { ListRow } from '../../src/protocol/trajectoryList';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { Hints } from '../kit/help';
import { focusWhenShown } from '../kit/keyFocus';
import { useSigns } from '../kit/useSigns';
import { DetailPane } from './detailPane';
import { Filters } from './filters';
import { FindBar, useFindKeys } from './findBar';
import { HiddenSignals } from './hiddenSignals';
import { hints } from './keys';
import { List } from './list';
import { ReplayStrip } from './replay';
import type { Beside } from './row';
import { SignalStrip } from './signals';
import { Timeline } from './timeline';
import { useActions } from './useActions';
import { useAge } from './useAge';
import { type Find, type KeptFind, useFind } from './useFind';
import { type Following, useFollowing } from './useFollowing';
import { useList } from './useList';
import { useMarks } from './useMarks';
import { useNotes } from './useNotes';
import { type Place, usePlace } from './usePlace';
import { type Replay, useReplay } from './useReplay';
import { useRow } from './useRow';
import { useStates } from './useStates';
import { useStep } from './useStep';
import { count, failureWords, kindWords } from './words';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly shape: TrajectoryShape;
  readonly hidden: HiddenFromRater;
  readonly isUnresolved: boolean;
  readonly first: Place;
  readonly keep: (place: Place) => void;
  readonly find: { readonly first: KeptFind; readonly keep: (find: KeptFind) => void };
  readonly stale: () => void;
  readonly takeKeys: (press: (key: string) => void) => void;
  readonly takeNotes: (ask: () => void) => void;
  readonly help: () => void;
}

/** The keyboard goes with the side that is looked at, and comes back to it. */
const useSides = (place: Place) => {
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  // Before the next frame: a key that follows at once must find the side that shows, and a hidden one loses its focus.
  useLayoutEffect(() => {
    const side = place.inStep ? detail.current : list.current;
    if (!side) return undefined;
    const other = document.activeElement;
    if (other === list.current || other === detail.current) side.focus({ preventScroll: true });
    return focusWhenShown(side);
  }, [place.inStep]);
  const focus = () => (place.inStep ? detail : list).current?.focus({ preventScroll: true });
  return { list, detail, focus };
};

/** Names of agents by id, those of sub-agents where they have one. */
const agentNames = ({ head }: TrajectoryShape): ((agentId: string) => string) => {
  const names = new Map(head.agents.map(({ agentId, name }) => [agentId, name]));
  return (agentId) => names.get(agentId) ?? agentId;
};

const subAgentName = (agents: TrajectoryShape['head']['agents'], agentId: string): string | null => {
  const agent = agents.find((one) => one.agentId === agentId);
  return agent === undefined || agent.kind === 'main' ? null : (agent.name ?? agentId);
};

/** The main agent's name says nothing in a row. */
const besideOf = (
  row: ListRow | null,
  marks: readonly number[],
  { head }: TrajectoryShape,
  find: Find,
  replay: Replay,
): Beside => {
  const step = row?.kind === 'step' ? row.step : null;
  return {
    marked: step !== null && marks.includes(step.idx),
    hits: step === null || !find.kept.open ? null : find.countOf(step.idx),
    agent: step === null ? null : subAgentName(head.agents, step.agentId),
    replayed: step === null ? null : (replay.markOf(step.idx)?.kind ?? null),
  };
};

const NoStep = ({ all }: { all: () => void }) => (
  <p class="no-step">
    No step matches this filter:{' '}
    <button type="button" class="link" onClick={all}>
      show all
    </button>
  </p>
);

const FollowButton = ({ following }: { following: Following }) => (
  <button
    type="button"
    class={`chip follow${following.isOn ? ' on' : ''}`}
    aria-pressed={following.isOn}
    title="Stay at the last step while the file grows ( . )"
    onClick={following.toggle}
  >
    {following.isOn ? 'Following' : 'Follow'}
  </button>
);

/** Signals, timeline, and under them the list of steps and one step beside it; below 1,000 pixels one of both. */
export const Steps = (props: Props) => {
  const { host, at, shape, hidden, stale, takeKeys } = props;
  const { steps, state } = shape;
  const { place, now, change } = usePlace(props.first, steps, props.keep);
  const { idx, filter } = place;
  const [said, say] = useState('');
  const age = useAge(shape);
  const list = useList({ host, at, filter, steps, age, stale });
  const { row, setPlace, setFilter } = useRow({ host, at, list, place, now, change, stale });
  const marks = useMarks(host, at, state === 'whole');
  const replay = useReplay(host, at.which, state === 'whole', at.version);
  const following = useFollowing(shape, now, (last) => setPlace({ idx: last, row: -1 }));
  const states = useStates(host, at, now, idx, say);
  const { choose, move, press } = useActions({
    host,
    at,
    list,
    row,
    now,
    change,
    setPlace,
    stale,
    say,
    marks,
    following,
    atStep: states.act,
  });
  takeKeys(press);
  const notes = useNotes(host, at, state === 'whole');
  props.takeNotes(notes.ask);
  const find = useFind({
    ...{ host, at, idx, stale, age: age.age },
    steps: state === 'whole' ? steps : 0,
    ...props.find,
    show: (found) => {
      change({ tab: 'step' });
      if (found !== now().idx) choose(found);
    },
  });
  useFindKeys(find);
  useSigns({ '.': following.toggle });
  const body = useStep(host, at, idx, steps, age);
  const sides = useSides(place);
  const name = agentNames(shape);
  const chosen = list.stepAt(row);
  const words = chosen ? [kindWords(chosen), failureWords(chosen)].filter((word) => word !== '').join(', ') : '';
  return (
    <>
      {hidden.signals ? (
        <HiddenSignals />
      ) : (
        <SignalStrip
          key={`${hidden.gold} ${hidden.tests}`}
          {...{ host, at, shape, choose }}
          isUnresolved={props.isUnresolved}
        />
      )}
      <ReplayStrip {...{ host, at, replay, idx, choose }} />
      <Timeline {...{ host, at, shape, chosen, idx, choose, move }} age={age.age} marks={marks.steps} />
      <div class={`columns ${place.inStep ? 'in-step' : 'in-list'}`}>
        <List
          {...{ list, steps, idx, row, choose, move }}
          beside={(one) => besideOf(one, marks.steps, shape, find, replay)}
          enter={() => change({ inStep: true })}
          element={sides.list}
          focused={() => change({ inStep: false })}
          scrolledUp={following.leave}
          empty={<NoStep all={() => setFilter(everyStep)} />}
        >
          <Filters
            {...{ filter, marks: marks.steps, notes: notes.steps, agentName: name, choose: setFilter }}
            counts={list.shape?.counts ?? null}
          >
            {following.isLive && <FollowButton following={following} />}
          </Filters>
        </List>
        <DetailPane
          {...{ host, at, body, place, change, find, press, states }}
          row={chosen}
          element={sides.detail}
          leave={() => change({ inStep: false })}
          focused={() => change({ inStep: true })}
        />
        {find.kept.open && <FindBar find={find} leave={sides.focus} />}
      </div>
      <p role="status" class={said === '' ? 'aloud' : 'said quiet'}>
        {said || `Step ${count(idx)} of ${count(steps)}${words === '' ? '' : `, ${words}`}`}
      </p>
      <Hints keys={hints} help={props.help} />
    </>
  );
};
