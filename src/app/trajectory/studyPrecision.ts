import type { JudgedMode } from '../../core/review/events/judgedModes';
import type { Signal } from '../../core/run/trajectory/signals/signal';
import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { Sha256 } from '../../core/shared/hash';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { PlacingStudy } from '../../core/study/placeTrajectory';
import { fewestVerdicts, type SignalPrecision, signalPrecision } from '../../core/study/signalPrecision';
import type { FileMemo } from '../fileMemo';
import { comparedFacts } from './comparedFacts';
import { type OpenedTrajectory, openTrajectory } from './openTrajectory';
import { type PlacePorts, trajectoryPlace } from './trajectoryPlace';
import { trajectorySignals } from './trajectorySignals';

export interface PrecisionPorts extends PlacePorts {
  readonly openFiles: OpenTrajectoryFiles;
  readonly sha256: Sha256;
  /** Without it every judged trajectory is read each time. */
  readonly memo?: FileMemo;
}

interface Judged {
  readonly row: InstanceRun;
  readonly mode: string;
}

/** The verdicts whose patch is one of a run that has a trajectory. */
const onTrajectories = (study: PlacingStudy, modes: readonly JudgedMode[]): readonly Judged[] =>
  modes.flatMap(({ instanceId, patchHash, mode }) => {
    const rows = study.rows.get(instanceId) ?? [];
    const row = rows.find((one) => one.patchHash === patchHash && (one.trajectories?.length ?? 0) > 0);
    return row ? [{ row, mode }] : [];
  });

const hasPatch = ({ head }: OpenedTrajectory, hash: string | null, sha256: Sha256): boolean =>
  head.finalPatch !== null && sha256(new TextEncoder().encode(head.finalPatch.text)) === hash;

/** Of the files of a row (copies and forks among them) the one that handed in the row's patch; of one file that one. */
const trajectoryOf = async (
  { openFiles, sha256 }: PrecisionPorts,
  { trajectories = [], patchHash }: InstanceRun,
  signal?: AbortSignal,
): Promise<OpenedTrajectory | null> => {
  const stop = signal ? { signal } : {};
  const [only] = trajectories;
  if (trajectories.length === 1 && only !== undefined) return openTrajectory(openFiles, only, stop).catch(() => null);
  for (const path of trajectories) {
    const opened = await openTrajectory(openFiles, path, stop).catch(() => null);
    if (opened !== null && hasPatch(opened, patchHash, sha256)) return opened;
  }
  return null;
};

const signalsOf = async (
  ports: PrecisionPorts,
  study: PlacingStudy,
  row: InstanceRun,
  signal?: AbortSignal,
): Promise<readonly Pick<Signal, 'name' | 'mode'>[] | null> => {
  const opened = await trajectoryOf(ports, row, signal);
  signal?.throwIfAborted();
  if (opened === null) return null;
  const place = await trajectoryPlace(ports, study, opened.path, opened.head);
  const found = await trajectorySignals(opened, await comparedFacts(ports.files, place), signal);
  return found.signals.map(({ name, mode }) => ({ name, mode }));
};

/**
 * How the signals of a study's judged trajectories stand to what raters said of them. Reads those trajectories alone,
 * each once, and none below 30 verdicts. A trajectory that can't be read is left out, and its verdicts with it.
 */
export const studyPrecision = async (
  ports: PrecisionPorts,
  study: PlacingStudy,
  modes: readonly JudgedMode[],
  signal?: AbortSignal,
): Promise<SignalPrecision | null> => {
  const judged = onTrajectories(study, modes);
  if (judged.length < fewestVerdicts) return null;
  const read = new Map<InstanceRun, Awaited<ReturnType<typeof signalsOf>>>();
  for (const { row } of judged) {
    if (read.has(row)) continue;
    signal?.throwIfAborted();
    const [path = ''] = row.trajectories ?? [];
    const { memo } = ports;
    // What is kept is for others too: nobody's signal stops it.
    const found = memo
      ? await memo(`signals ${row.patchHash}`, path, () => signalsOf(ports, study, row))
      : await signalsOf(ports, study, row, signal);
    read.set(row, found);
  }
  const known = judged.flatMap(({ row, mode }) => {
    const signals = read.get(row) ?? null;
    return signals === null ? [] : [{ mode, signals }];
  });
  return signalPrecision(known);
};
