import type { PlaceEvidence } from '../../core/review/form/answers';
import type { StepAnchor } from '../../core/run/trajectory/stepAnchor';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { PlaceState } from '../../protocol/verdict';
import { tell, warn } from '../platform/messages';
import type { Services } from '../platform/services';
import { openTrajectoryAt } from './openTrajectoryAt';

/** A step as evidence, bound to its bytes and to those of its neighbours; null where there is no such step. */
export const evidenceOfStep = async (
  { app, notes }: Services,
  ref: TrajectoryRef,
  idx: number,
): Promise<PlaceEvidence | null> => {
  const { remote } = app;
  const { version, steps } = await remote.trajectoryShape(ref);
  const anchorAt = async (at: number): Promise<StepAnchor | null> =>
    at < 1 || at > steps ? null : remote.trajectoryAnchor({ ...ref, version, idx: at });
  const [anchor, before, after] = [await anchorAt(idx), await anchorAt(idx - 1), await anchorAt(idx + 1)];
  if (!anchor) return null;
  return {
    ...{ kind: 'step', path: await notes.nameOf(ref.path), side: null },
    range: { start: idx, end: idx },
    contentHash: anchor.hash,
    contextHashes: [before, after].flatMap((one) => (one ? [one.hash] : [])),
    label: `step ${idx}`,
    ...{ which: ref.which, bytes: anchor.bytes },
  };
};

interface FoundStep {
  readonly ref: TrajectoryRef;
  /** Where its bytes are now; 0: nowhere. */
  readonly idx: number;
  readonly was: number;
}

const foundStep = async ({ app, notes }: Services, evidence: PlaceEvidence): Promise<FoundStep | null> => {
  const { path, range, contentHash, which = 0, bytes } = evidence;
  if (path === null || range === null || contentHash === null || bytes === undefined) return null;
  const ref = { path: await notes.pathOf(path), which };
  const anchor = { hash: contentHash, bytes, idx: range.start, start: 0 };
  const found = await app.remote.trajectoryLinked({ ...ref, anchor }).catch(() => null);
  return found && { ref, idx: found.idx, was: range.start };
};

export const stateOfStep = async (services: Services, evidence: PlaceEvidence): Promise<PlaceState> => {
  const found = await foundStep(services, evidence);
  if (!found) return 'unknown';
  return found.idx === 0 ? 'drifted' : found.idx === found.was ? 'same' : 'moved';
};

/** Opens the step of an evidence where its bytes are now; that they are elsewhere, or nowhere, is said. */
export const openStepEvidence = async (services: Services, evidence: PlaceEvidence): Promise<void> => {
  const found = await foundStep(services, evidence);
  if (!found) {
    void tell(`${evidence.label}: its trajectory isn't here.`);
    return;
  }
  const { ref, idx, was } = found;
  await openTrajectoryAt(ref, idx || was);
  if (idx === 0) void warn(`${evidence.label} has drifted: no step has its bytes any more. Step ${was} is shown.`);
  else if (idx !== was) void tell(`${evidence.label} is step ${idx} now: the same bytes, moved.`);
};
