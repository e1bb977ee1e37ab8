import { instanceTarget } from '../app/instanceTarget';
import { studyOfDataset } from '../app/openInstanceStudy';
import type { OpenedTrajectory } from '../app/trajectory/openTrajectory';
import type { ReplayPlace } from '../app/trajectory/replaySandbox';
import { replayTrajectory } from '../app/trajectory/replayTrajectory';
import type { Repeated, ReplayRecord, ReplayStore } from '../core/run/trajectory/replay/replayRecord';
import { finalPatchWords, inexactFrom, replayedWords, replaySummary } from '../core/run/trajectory/replay/replayWords';
import { InputFault } from '../core/shared/problem';
import { gitWorkspaceFiles } from '../io/git/workspaceFiles';
import { openEngine } from '../io/jobs/openEngine';
import { openSessions } from '../io/jobs/openSessions';
import { hashPieces } from '../io/store/hashPieces';
import type { HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';
import type { TrajectoryRef } from '../protocol/trajectory';
import type { ShownReplay, TrajectoryReplayApi } from '../protocol/trajectoryReplay';
import { imageHooks } from './imageHooks';
import type { Tasks } from './tasks';
import type { HashOf } from './trajectoryHashes';
import { type PlaceDesk, placeOf } from './trajectoryPlaceApi';

interface ReplayDesk {
  readonly desk: PlaceDesk;
  readonly store: ReplayStore;
  readonly hashOf: HashOf;
  readonly tasks: Tasks;
  readonly host: () => Remote<HostApi>;
}

type Settings = Parameters<TrajectoryReplayApi['replayTrajectory']>[0]['settings'];

const shown = (record: ReplayRecord): ShownReplay => ({
  summary: replaySummary(record),
  finalPatch: { kind: record.finalPatch.kind, words: finalPatchWords(record.finalPatch) },
  inexactFrom: inexactFrom(record),
  steps: record.steps.map((step) => ({ idx: step.idx, kind: step.repeated.kind, words: replayedWords(step) })),
});

/** Commands of a file that somebody sent run in a container or not at all. */
const placeIn = async (desk: PlaceDesk, opened: OpenedTrajectory, settings: Settings): Promise<ReplayPlace> => {
  const { instance, instanceId, datasetPath } = await placeOf(desk, opened.path, opened.head);
  if (instance === null || datasetPath === null)
    throw new InputFault(
      `No dataset at hand holds ${instanceId === null ? 'its instance' : `the instance ${instanceId}`}, so its image and base are not known. Open the study, or name an image by \`touchstone trajectory FILE --replay --image\`.`,
    );
  const { files } = desk.ports;
  const study = await studyOfDataset(files, datasetPath);
  const { images, repositories } = settings;
  const target = await instanceTarget(files, datasetPath, instance, study, { images, repositories });
  return { instance, target, isContained: true };
};

const textsOf = (repeated: Repeated | undefined) =>
  repeated?.kind === 'parted' ? { recorded: repeated.recorded, seen: repeated.seen } : null;

/** Replays in containers, and what is kept of them. */
export const trajectoryReplayApi = ({ desk, store, hashOf, tasks, host }: ReplayDesk): TrajectoryReplayApi => {
  const openedOf = async (ref: TrajectoryRef, signal: AbortSignal): Promise<OpenedTrajectory> =>
    (await desk.readings.whole(ref, signal)).opened;
  const kept = async (ref: TrajectoryRef): Promise<ReplayRecord | null> => {
    if (!(await store.hasAny())) return null;
    return store.read(await hashOf(await openedOf(ref, new AbortController().signal)));
  };
  return {
    replayTrajectory: ({ task, settings, ...ref }) =>
      tasks.run(task, async (signal) => {
        const opened = await openedOf(ref, signal);
        const place = await placeIn(desk, opened, settings);
        const ports = {
          engine: await openEngine('docker', settings.endpoint),
          sessions: await openSessions('docker', settings.endpoint),
          files: gitWorkspaceFiles(),
          store,
          hash: hashPieces,
          now: Date.now,
        };
        const notes: string[] = [];
        const hooks = {
          ...imageHooks(task, host, settings),
          onStep: ({ idx }: { readonly idx: number }, of: number) =>
            void host().progress({ task, text: `Step ${idx} of ${of}`, done: idx, total: of }),
          onNote: (text: string) => void notes.push(text),
        };
        return { replay: shown(await replayTrajectory(ports, opened, place, hooks, signal)), notes };
      }),
    trajectoryReplay: async (ref) => {
      const record = await kept(ref);
      return record && shown(record);
    },
    trajectoryReplayTexts: async ({ of, ...ref }) => {
      const record = await kept(ref);
      if (record === null) return null;
      return textsOf(of === 'patch' ? record.finalPatch : record.steps.find(({ idx }) => idx === of)?.repeated);
    },
  };
};
