import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nothingHidden } from '../../src/core/study/hiddenFromRater';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { TrajectoryHostApi, TrajectoryViewApi, WantedStep } from '../../src/protocol/trajectoryPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import { useSigns } from '../kit/useSigns';
import { allKeys } from './keys';
import './main.css';
import { Forks } from './forks';
import { Header } from './header';
import { Steps } from './steps';
import { type KeptFind, noFind } from './useFind';
import { firstPlace, type Place } from './usePlace';
import { replayed } from './useReplay';
import { usePlaceInStudy, useShape } from './useShape';

interface Kept {
  readonly which: number;
  readonly place: Place;
  readonly find: KeptFind;
}

const before = keptState<Kept>({ which: 0, place: firstPlace, find: noFind });
let kept: Kept = {
  which: before.which,
  place: { ...firstPlace, ...before.place },
  find: { ...noFind, ...before.find },
};
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let changed = (): void => {};
let hidingChanged = (): void => {};
let pressed = (_key: string): void => {};
let goTo = (_step: WantedStep): void => {};
let notesChanged = (): void => {};
let studyChanged = (): void => {};
const ours: TrajectoryViewApi = {
  changed: () => {
    changed();
    return null;
  },
  goTo: (step) => {
    goTo(step);
    return null;
  },
  replayed: () => {
    replayed();
    return null;
  },
  hidingChanged: () => {
    hidingChanged();
    return null;
  },
  studyChanged: () => {
    studyChanged();
    return null;
  },
  notesChanged: () => {
    notesChanged();
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<TrajectoryHostApi>(ours);

const Message = ({ text }: { text: string }) => (
  <div class="message">
    <p>{text}</p>
    <button type="button" class="secondary" onClick={() => void host.openText(undefined)}>
      Open in the Text Editor
    </button>
  </div>
);

/** While it is still read there may be some yet. */
const NoSteps = ({ shape }: { shape: TrajectoryShape }) =>
  shape.state === 'indexing' ? (
    <p class="message quiet">Reading the steps…</p>
  ) : (
    <Message text="This file holds no step. The warnings above say what was found; the text editor shows all of it." />
  );

/** Where somebody wants to be led: then the steps begin anew there. Grows each time. */
const useWanted = (setWhich: (which: number) => void): number => {
  const [times, setTimes] = useState(0);
  goTo = ({ which, idx }) => {
    keep({ which, place: { ...kept.place, idx, tab: 'step', scroll: 0, filter: firstPlace.filter } });
    setWhich(which);
    setTimes((n) => n + 1);
  };
  useEffect(() => {
    void host
      .wanted(undefined)
      .then((step) => step && goTo(step))
      .catch(() => null);
  }, []);
  return times;
};

const App = () => {
  const [which, setWhich] = useState(kept.which);
  const [help, setHelp] = useState(false);
  const wanted = useWanted(setWhich);
  const { reply, ask } = useShape(host, which);
  changed = ask;
  const shape = reply?.kind === 'trajectory' ? reply.shape : null;
  const [hidings, setHidings] = useState(0);
  studyChanged = () => setHidings((n) => n + 1);
  hidingChanged = () => {
    ask();
    setHidings((n) => n + 1);
  };
  const study = usePlaceInStudy(host, which, shape?.state === 'whole', hidings);
  useSigns({ '?': () => setHelp(true) });
  if (reply === null) return <p class="message quiet">Reading the trajectory…</p>;
  if (shape === null) return <Message text={reply.kind === 'fault' ? reply.message : ''} />;
  const open = (what: 'output' | 'patch') =>
    void (what === 'output' ? host.openOutput({ which }) : host.openPatch({ which })).catch(() => null);
  const choose = async () => {
    const next = await host.choose({ which, names: shape.several });
    if (next === null || next === which) return;
    keep({ which: next, place: { ...firstPlace, inStep: kept.place.inStep } });
    setWhich(next);
  };
  return (
    <>
      <Header shape={shape} place={study} which={which} choose={() => void choose()} open={open} />
      <Forks host={host} round={hidings} />
      {shape.steps === 0 ? (
        <NoSteps shape={shape} />
      ) : (
        <Steps
          key={`${which} ${wanted}`}
          host={host}
          at={{ which, version: shape.version }}
          shape={shape}
          hidden={study?.hidden ?? nothingHidden}
          isUnresolved={study?.hasOutput === true && study.outcome?.kind === 'unresolved'}
          first={kept.place}
          keep={(place) => keep({ place })}
          find={{ first: kept.find, keep: (find) => keep({ find }) }}
          stale={ask}
          takeKeys={(press) => {
            pressed = press;
          }}
          takeNotes={(ask) => {
            notesChanged = ask;
          }}
          help={() => setHelp(true)}
        />
      )}
      {help && <Help keys={allKeys} close={() => setHelp(false)} />}
    </>
  );
};

const root = document.getElementById('app');
if (root) render(<App />, root);
reportKeyFocus((keys) => void host.focusChanged({ keys }));
