import type { SuggestedMode } from '../../protocol/verdict';
import type { Services } from '../platform/services';
import type { Judged } from './judged';

/** Longer trajectories are looked through where the person asks for it, on their page. */
const mostSteps = 5_000;
const mostShown = 5;

/** What rules guess of the trajectory that a form is open on; null where nothing may be told, or too much is to be read. */
export const suggestionsFor = async (
  services: Services,
  judged: Judged | null,
): Promise<readonly SuggestedMode[] | null> => {
  if (judged?.unit?.kind !== 'trajectory') return null;
  const { ref } = judged.unit;
  const { remote } = services.app;
  const shape = await remote.trajectoryShape(ref);
  if (shape.state !== 'whole' || shape.steps > mostSteps) return null;
  const task = `form-signals-${ref.which}-${ref.path}`;
  const found = await remote.trajectorySignals({
    ...ref,
    version: shape.version,
    task,
    hidden: { gold: false, tests: false },
  });
  const suggestions = found?.suggestions.map(({ mode, strength, signals }) => ({
    ...{ mode, strength, text: signals[0]?.text ?? '' },
    steps: [...new Set(signals.flatMap(({ steps }) => steps))].slice(0, mostShown),
  }));
  return suggestions ?? null;
};
