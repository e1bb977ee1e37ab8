import type { Evidence } from '../../core/review/form/answers';
import type { VerdictRequest } from '../../protocol/app';
import type { PlaceState } from '../../protocol/verdict';
import { evidenceFromEditor, stateOfLines } from '../documents/evidence';
import { activeTrajectory } from '../platform/activeTrajectory';
import type { Services } from '../platform/services';
import { evidenceOfStep, stateOfStep } from './stepEvidence';

/** What is at hand: the step of the trajectory in front, else the selected lines; null where nothing is. */
export const evidenceAtHand = async (services: Services): Promise<Evidence | null> => {
  const trajectory = activeTrajectory();
  if (!trajectory) return evidenceFromEditor();
  return trajectory.idx === null ? null : evidenceOfStep(services, trajectory, trajectory.idx);
};

const stateOf = (services: Services, request: VerdictRequest, evidence: Evidence): Promise<PlaceState> => {
  if (evidence.kind === 'text') return Promise.resolve('same');
  return evidence.kind === 'step' ? stateOfStep(services, evidence) : stateOfLines(request, evidence);
};

/** Whether each place is still what it was when it was marked. */
export const placesOf = (
  services: Services,
  request: VerdictRequest | null,
  evidence: readonly Evidence[],
): Promise<readonly PlaceState[]> =>
  Promise.all(
    evidence.map((one) =>
      request === null
        ? Promise.resolve<PlaceState>('unknown')
        : stateOf(services, request, one).catch((): PlaceState => 'unknown'),
    ),
  );
