import type { OpenedTrajectory } from '../../app/trajectory/openTrajectory';

/** The Trajectory of trajectories.md B, by its names; null is "not recorded". */
export const trajectoryJson = ({ path, head, files }: OpenedTrajectory): object => {
  const { totals, finalPatch, resolved, format, version, warnings, ...rest } = head;
  const { prompt, visibleSteps, apiCalls, ...sums } = totals;
  return {
    ...rest,
    finalPatch: finalPatch ?? { text: null, source: 'none' },
    totals: { visibleSteps, apiCalls, promptTokens: prompt, ...sums },
    eval: { resolved },
    format,
    version,
    provenance: { file: path, kind: files.kind, format, version },
    warnings,
  };
};
