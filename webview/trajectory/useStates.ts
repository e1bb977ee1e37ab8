import { useEffect, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { StepAction } from '../../src/protocol/trajectoryStates';

/** What is done with the files after the step, and what the last tests of each step came to. */
export interface States {
  readonly act: (action: StepAction) => void;
  /** Null: its tests were not run from this page. */
  readonly testedOf: (idx: number) => string | null;
}

/** Tells the editor which step is shown, so that commands of its palette mean that one. */
export const useStates = (
  host: Remote<TrajectoryHostApi>,
  { which, version }: PageAt,
  now: () => { readonly idx: number },
  idx: number,
  say: (text: string) => void,
): States => {
  const [tested, setTested] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => setTested(new Map()), [which, version]);
  useEffect(() => void host.stepShown({ which, idx }).catch(() => null), [which, idx]);
  const act = async (action: StepAction): Promise<void> => {
    const step = now().idx;
    try {
      const words = await host.atStep({ which, idx: step, action });
      if (words !== null) setTested((before) => new Map(before).set(step, words));
    } catch {
      say('The app does not answer; try again.');
    }
  };
  return { act: (action) => void act(action), testedOf: (step) => tested.get(step) ?? null };
};
