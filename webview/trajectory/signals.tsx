import { useEffect, useState } from 'preact/hooks';
import { shownText } from '../../src/core/shared/shownText';
import type { Remote } from '../../src/protocol/rpc';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { FoundSignals, ShownSuggestion } from '../../src/protocol/trajectorySignals';
import { WarningIcon } from './icons';
import { count } from './words';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly shape: TrajectoryShape;
  readonly choose: (idx: number) => void;
  /** The study has seen its tests fail. */
  readonly isUnresolved: boolean;
}

/** Longer trajectories are looked through by wish: every step of them is read for it. */
const mostUnasked = 5_000;
const afterPaintMs = 300;
const shownSteps = 5;

type Found = Awaited<ReturnType<TrajectoryHostApi['signals']>>;
type State =
  | { readonly kind: 'idle' | 'looking' | 'stopped' | 'fault' }
  | { readonly kind: 'done'; readonly found: Found };

/** Asks for the signals once the page is painted, and again where the file has grown. */
const useSignals = ({ host, at, shape }: Props) => {
  // Known once all steps are: while they are read there are few.
  const isLong = shape.steps > mostUnasked;
  const [round, setRound] = useState<number | null>(null);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const isWanted = shape.state === 'whole' && (round === null ? !isLong || state.kind === 'done' : round > 0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const say = (next: State) => {
      if (!isOver) setState(next);
    };
    const look = () => {
      say({ kind: 'looking' });
      host.signals(at).then(
        (found) => say({ kind: 'done', found }),
        () => say({ kind: 'fault' }),
      );
    };
    const timer = setTimeout(look, afterPaintMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [at.which, at.version, isWanted, round, shape.steps]);
  const stop = () => {
    setRound(0);
    setState({ kind: 'stopped' });
    void host.stopSignals(undefined);
  };
  const shown: State = state.kind === 'idle' && !isWanted ? { kind: 'stopped' } : state;
  return { state: shown, look: () => setRound((n) => (n ?? 0) + 1), stop };
};

const hoverOf = ({ mode, strength, signals }: ShownSuggestion): string =>
  [`${mode} (${strength})`, ...signals.map(({ text, measured }) => `${shownText(text)}\n${measured}`)].join('\n\n');

const StepLinks = ({ steps, choose }: { steps: readonly number[]; choose: (idx: number) => void }) => (
  <>
    {steps.length > 0 && <span class="quiet">{steps.length === 1 ? 'step' : 'steps'}</span>}
    {steps.slice(0, shownSteps).map((idx) => (
      <button key={idx} type="button" class="link" aria-label={`step ${idx}`} onClick={() => choose(idx)}>
        {idx}
      </button>
    ))}
    {steps.length > shownSteps && <span class="quiet">+{steps.length - shownSteps}</span>}
  </>
);

/** Facts that speak for no failure, apart from the hints. */
const Marks = ({ marks, choose }: { marks: FoundSignals['marks']; choose: (idx: number) => void }) => (
  <ul aria-label="Marks">
    {marks.map(({ name, text, steps }) => (
      <li key={name} class="suggestion" title={shownText(text)}>
        <span class="quiet">Mark</span>
        <span class="text">{shownText(text)}</span>
        <StepLinks steps={steps} choose={choose} />
      </li>
    ))}
  </ul>
);

const Suggestion = ({ of, choose }: { of: ShownSuggestion; choose: (idx: number) => void }) => {
  const first = of.signals[0];
  return (
    <li class="suggestion" title={hoverOf(of)}>
      <WarningIcon label={`${of.strength} sign`} />
      <span class="text">
        <span class="aloud">{of.mode}: </span>
        {first && shownText(first.text)}
      </span>
      <StepLinks steps={[...new Set(of.signals.flatMap((signal) => signal.steps))]} choose={choose} />
    </li>
  );
};

/** A failed run without a sign is no good run: its tests say more. */
const none = ({ isUnresolved }: Props): string =>
  isUnresolved ? 'None found, yet its tests failed: the outcome opens their output.' : 'No sign of a failure.';

/** What may have gone wrong, with the steps to look at: hints that decide nothing and are never ticked. */
export const SignalStrip = (props: Props) => {
  const { state, look, stop } = useSignals(props);
  const { steps, state: reading } = props.shape;
  if (reading === 'indexing') return null;
  const found = state.kind === 'done' ? state.found : null;
  return (
    <section class="signals" aria-label="Signals">
      <span class="quiet">Signals</span>
      {state.kind === 'stopped' && (
        <button type="button" class="link" onClick={look}>
          Look for signs in {count(steps)} steps
        </button>
      )}
      {state.kind === 'looking' && (
        <>
          <span class="quiet">Looking for signs…</span>
          <button type="button" class="link" onClick={stop}>
            Stop
          </button>
        </>
      )}
      {state.kind === 'fault' && <span class="quiet">Not every step could be read.</span>}
      {found && found.suggestions.length > 0 && (
        <ul>
          {found.suggestions.map((one) => (
            <Suggestion key={one.mode} of={one} choose={props.choose} />
          ))}
        </ul>
      )}
      {found && found.marks.length > 0 && <Marks marks={found.marks} choose={props.choose} />}
      {found && <span class="quiet">{found.suggestions.length === 0 ? none(props) : found.base}</span>}
    </section>
  );
};
