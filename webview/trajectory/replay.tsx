import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { ReplayedText, ReplayMark } from '../../src/protocol/trajectoryReplay';
import { ReplayIcon } from './replayIcon';
import type { Replay } from './useReplay';

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly replay: Replay;
  readonly idx: number;
  readonly choose: (idx: number) => void;
}

const shownSteps = 5;

const Compare = ({ host, at, of }: Pick<Props, 'host' | 'at'> & { readonly of: ReplayedText }) => (
  <button
    type="button"
    class="link"
    title="What was recorded and what is seen, side by side"
    onClick={() => void host.openReplayed({ which: at.which, of })}
  >
    Compare
  </button>
);

/** How the step that is looked at came out. */
const StepMark = ({ host, at, mark }: Pick<Props, 'host' | 'at'> & { readonly mark: ReplayMark }) => (
  <span class="of-step">
    <span class="quiet">Step {mark.idx}:</span> <span class="text">{mark.words}</span>{' '}
    {mark.kind === 'parted' && <Compare {...{ host, at }} of={mark.idx} />}
  </span>
);

const Parted = ({ steps, choose }: { steps: readonly number[]; choose: (idx: number) => void }) => (
  <>
    {steps.slice(0, shownSteps).map((idx) => (
      <button key={idx} type="button" class="link" aria-label={`step ${idx}, which parted`} onClick={() => choose(idx)}>
        {idx}
      </button>
    ))}
    {steps.length > shownSteps && <span class="quiet">+{steps.length - shownSteps}</span>}
  </>
);

/** What a replay came to, above the steps; nothing where there was none. */
export const ReplayStrip = ({ host, at, replay, idx, choose }: Props) => {
  const { shown, markOf } = replay;
  if (shown === null) return null;
  const parted = shown.steps.filter(({ kind }) => kind === 'parted').map((step) => step.idx);
  const { finalPatch, inexactFrom } = shown;
  const mark = markOf(idx);
  const isSame = parted.length === 0 && finalPatch.kind !== 'parted';
  return (
    <section class="replay" aria-label="Replay">
      <ReplayIcon kind={isSame ? 'same' : 'parted'} />
      <span class="text">{shown.summary}</span>
      <Parted {...{ steps: parted, choose }} />
      <span class="text">{finalPatch.words}</span>
      {finalPatch.kind === 'parted' && <Compare {...{ host, at }} of="patch" />}
      {inexactFrom !== null && <span class="quiet">Files are approximate from step {inexactFrom} on.</span>}
      {mark && <StepMark {...{ host, at, mark }} />}
    </section>
  );
};
