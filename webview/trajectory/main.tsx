import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TrajectoryHostApi, TrajectoryReply, TrajectoryViewApi } from '../../src/protocol/trajectoryPage';
import { connect, keepState, keptState } from '../kit/connect';
import { Help } from '../kit/help';
import { reportKeyFocus } from '../kit/keyFocus';
import { useSigns } from '../kit/useSigns';
import { allKeys } from './keys';
import './main.css';
import { Header } from './header';
import { type Place, Steps } from './steps';

interface Kept {
  readonly which: number;
  readonly place: Place;
}

let kept = keptState<Kept>({ which: 0, place: { idx: 1, raw: false, inStep: false } });
const keep = (change: Partial<Kept>): void => {
  kept = { ...kept, ...change };
  keepState(kept);
};

let changed = (): void => {};
let pressed = (_key: string): void => {};
const ours: TrajectoryViewApi = {
  changed: () => {
    changed();
    return null;
  },
  press: ({ key }) => {
    pressed(key);
    return null;
  },
};
const host = connect<TrajectoryHostApi>(ours);

/** The latest answer wins; while the file is read again the one before stays on screen. */
const useShape = (which: number): TrajectoryReply | null => {
  const [reply, setReply] = useState<TrajectoryReply | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    const ask = async () => {
      const mine = ++asked.current;
      const answer = await host
        .shape({ which })
        .catch((error: unknown): TrajectoryReply => ({ kind: 'fault', name: '', message: String(error) }));
      if (mine === asked.current) setReply(answer);
    };
    changed = () => void ask();
    changed();
  }, [which]);
  return reply;
};

const Message = ({ text }: { text: string }) => (
  <div class="message">
    <p>{text}</p>
    <button type="button" class="secondary" onClick={() => void host.openText(undefined)}>
      Open in the Text Editor
    </button>
  </div>
);

const App = () => {
  const [which, setWhich] = useState(kept.which);
  const [help, setHelp] = useState(false);
  const reply = useShape(which);
  useSigns({ '?': () => setHelp(true) });
  if (reply === null) return <p class="message quiet">Reading the trajectory…</p>;
  if (reply.kind === 'fault') return <Message text={reply.message} />;
  const { shape } = reply;
  const choose = (next: number) => {
    const place = { ...kept.place, idx: 1 };
    keep({ which: next, place });
    setWhich(next);
  };
  return (
    <>
      <Header shape={shape} which={which} choose={choose} />
      {shape.steps === 0 ? (
        <Message text="This file holds no step." />
      ) : (
        <Steps
          key={which}
          host={host}
          at={{ which, version: shape.version }}
          steps={shape.steps}
          first={kept.place}
          keep={(place) => keep({ place })}
          stale={() => changed()}
          takeKeys={(press) => {
            pressed = press;
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
