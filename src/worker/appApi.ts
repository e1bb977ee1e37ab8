import { type DoctorPorts, doctor, doctorText } from '../app/doctor';
import { evaluate } from '../app/evaluate';
import { nodeFiles } from '../io/files/nodeFiles';
import { gitBaseFiles } from '../io/git/baseFiles';
import { repositoryCheck } from '../io/git/repositoryCheck';
import { indexCache } from '../io/index/indexCache';
import { rowSeek } from '../io/index/rowSeek';
import { cacheSpace, programVersion } from '../io/jobs/machine';
import { openEngine } from '../io/jobs/openEngine';
import { openImages } from '../io/jobs/openImages';
import { systemClock } from '../io/jobs/systemClock';
import { cacheFolder } from '../io/store/cacheFolder';
import { hashPieces } from '../io/store/hashPieces';
import { JudgingSessions } from '../io/store/judgingSession';
import { readKeptEvents } from '../io/store/keptEvents';
import { readOutput } from '../io/store/readOutput';
import { replayStore } from '../io/store/replayStore';
import { sha256 } from '../io/store/sha256';
import { leftRuns } from '../io/store/unfinishedRuns';
import { openTrajectoryFiles } from '../io/trajectories/openTrajectoryFiles';
import { patternMatcher } from '../io/trajectories/patternMatcher';
import type { AppApi, HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';
import type { TrajectoryRef } from '../protocol/trajectory';
import { assistantApi } from './assistantApi';
import { blindApi } from './blind/blindApi';
import { BlindDesk } from './blind/blindDesk';
import { blindHost } from './blind/blindHost';
import { itemBlinding } from './blind/itemBlinding';
import { judgingApi } from './blind/judgingApi';
import { blindTable } from './blind/table';
import { cleanUpApi } from './cleanUpApi';
import { comparisonApi } from './comparisonApi';
import { containerTerminals } from './containerTerminals';
import { datasetCheckApi } from './datasetCheckApi';
import { equivalenceApi } from './equivalenceApi';
import { evaluationApi } from './evaluationApi';
import { evaluationRuns } from './evaluationRuns';
import { explorerApi } from './explorerApi';
import { ExplorerDesk } from './explorerDesk';
import { fileMemo } from './fileMemo';
import { forkSource } from './forkSource';
import { indexProgress } from './indexProgress';
import { JudgesDesk, judgesApi } from './judgesApi';
import { labelApi } from './labelApi';
import { matrixApi } from './matrixApi';
import { modelRunDesk } from './modelRunDesk';
import { modelRunsApi } from './modelRunsApi';
import { OpenedStudy } from './openedStudy';
import { evaluationPorts } from './plannedEvaluation';
import { QueueDesk, queuesApi } from './queueDesk';
import { readingApi } from './readingApi';
import { regradeApi } from './regradeApi';
import { reviewStoreApi } from './reviewStoreApi';
import { rubricQuestions, rubricsApi } from './rubricsApi';
import { runAgents } from './runAgents';
import { StepStatesDesk } from './stepStates';
import { studyApi } from './studyApi';
import { studyRowsApi } from './studyRowsApi';
import { Tasks } from './tasks';
import { trajectoryAlignmentApi } from './trajectoryAlignmentApi';
import { trajectoryApi } from './trajectoryApi';
import { comparedFactsOf } from './trajectoryCompared';
import { trajectoryFindApi } from './trajectoryFindApi';
import { trajectoryHashes } from './trajectoryHashes';
import { trajectoryListApi } from './trajectoryListApi';
import { trajectoryMarksApi } from './trajectoryMarksApi';
import { trajectoryNotesApi } from './trajectoryNotesApi';
import { trajectoryPlaceApi } from './trajectoryPlaceApi';
import { precisionOf } from './trajectoryPrecision';
import { TrajectoryReadings } from './trajectoryReadings';
import { trajectoryReplayApi } from './trajectoryReplayApi';
import { trajectorySignalsApi } from './trajectorySignalsApi';
import { trajectoryStatesApi } from './trajectoryStatesApi';
import { trajectoryStepApi } from './trajectoryStepApi';
import { trajectoryTableApi } from './trajectoryTableApi';
import { trajectoryTimelineApi } from './trajectoryTimelineApi';
import { verdictDesk } from './verdictDesk';
import { VerdictStores } from './verdictStores';
import { workspaceApi } from './workspaceApi';

const doctorPorts = (endpoint: string | null): DoctorPorts => ({
  version: programVersion,
  freeBytes: cacheSpace,
  openEngine: () => openEngine('docker', endpoint),
  openImages: () => openImages(endpoint),
  platform: process.platform,
  nodeVersion: process.version,
});

interface AppPorts {
  readonly host: () => Remote<HostApi>;
  /** Folder of the rubrics that ship. */
  readonly rubricFolder: string;
}

/** Everything that the worker offers: all functions over one set of ports, blind while somebody judges. */
export const appApi = ({ host: connected, rubricFolder }: AppPorts): AppApi => {
  const tasks = new Tasks();
  const host = (): Remote<HostApi> => told();
  const sessions = new JudgingSessions(cacheFolder());
  const index = { cache: indexCache(cacheFolder()), seek: rowSeek, progress: indexProgress(host) };
  const ports = { files: nodeFiles, sha256, repositories: repositoryCheck, ...index };
  const { beginStudy, ...reading } = readingApi(ports, tasks);
  const study = new OpenedStudy({ ...reading, beginStudy });
  const blind = new BlindDesk({ files: nodeFiles, sha256, study, sessions, readEvents: readKeptEvents });
  const explorer = new ExplorerDesk({ files: nodeFiles, seek: rowSeek }, study);
  const readInstance = (datasetPath: string, instanceId: string) => reading.readInstance({ datasetPath, instanceId });
  const trajectories = new TrajectoryReadings({ files: nodeFiles, openFiles: openTrajectoryFiles });
  const judges = new JudgesDesk({ files: nodeFiles, openTrajectory: openTrajectoryFiles }, study, (catalogue) =>
    rubricQuestions({ files: nodeFiles, rubricFolder }, catalogue),
  );
  const queues = new QueueDesk({
    ...{ study, judges, readInstance, sha256 },
    readPatch: (predictionsPath, instanceId) => reading.readPatch({ datasetPath: '', predictionsPath, instanceId }),
  });
  const desk = { ports, study, readings: trajectories, readInstance };
  const [hashOf, replays] = [trajectoryHashes(hashPieces), replayStore(cacheFolder())];
  const evaluations = evaluationRuns({ files: nodeFiles, evaluate, leftRuns, portsOf: evaluationPorts, host });
  const forks = forkSource({ desk, baseFiles: gitBaseFiles(), replays });
  const stores = new VerdictStores();
  const checkOf = async (folder: string, instanceId: string) =>
    (await study.of(folder)).checks?.find((check) => check.instanceId === instanceId) ?? null;
  const told = blindHost(connected, blind);
  const placeOf = async (ref: TrajectoryRef) => trajectoryPlaceApi(desk).trajectoryPlace(ref);
  const inner: AppApi = {
    ...reading,
    ...studyApi(nodeFiles, reading, study),
    ...studyRowsApi(study, queues),
    ...queuesApi(queues, study),
    ...explorerApi(explorer),
    ...comparisonApi(nodeFiles, reading, sha256),
    ...judgesApi(judges),
    ...labelApi(nodeFiles),
    ...matrixApi({ files: nodeFiles, study, explorer, tasks, host }),
    ...rubricsApi({ files: nodeFiles, readInstance, rubricFolder, namedBy: (folder) => study.of(folder) }),
    ...regradeApi({ files: nodeFiles, reading, study, tasks }),
    ...workspaceApi(nodeFiles, reading, tasks, host),
    ...containerTerminals(nodeFiles, reading, tasks, host),
    ...cleanUpApi(),
    ...trajectoryApi(trajectories, tasks),
    ...trajectoryListApi(trajectories),
    ...trajectoryTimelineApi(trajectories),
    ...trajectoryMarksApi(trajectories, sha256),
    ...trajectorySignalsApi(trajectories, tasks, comparedFactsOf(desk), precisionOf(desk, openTrajectoryFiles)),
    ...trajectoryFindApi(trajectories, patternMatcher),
    ...trajectoryStepApi(trajectories, sha256, hashOf),
    ...trajectoryNotesApi(trajectories, sha256),
    ...trajectoryTableApi({ ports, study, rows: { openFiles: openTrajectoryFiles, memo: fileMemo(nodeFiles, 4096) } }),
    ...trajectoryAlignmentApi(desk, tasks),
    ...trajectoryStatesApi({
      files: nodeFiles,
      desk: new StepStatesDesk(desk, gitBaseFiles(), replays, hashOf),
      tasks,
      host,
    }),
    ...trajectoryPlaceApi(desk),
    ...trajectoryReplayApi({ desk, store: replays, hashOf, tasks, host }),
    ...evaluationApi(nodeFiles, tasks, host),
    ...equivalenceApi({ files: nodeFiles, reading, tasks, host }),
    ...datasetCheckApi(nodeFiles, tasks, host),
    ...evaluations,
    ...modelRunsApi(modelRunDesk({ files: nodeFiles, host, agents: runAgents, forks, evaluate: evaluations.startRun })),
    ...assistantApi({ desk, reading, tasks }),
    ...reviewStoreApi(stores),
    ...verdictDesk({
      ...{
        files: nodeFiles,
        readInstance,
        rubricFolder,
        stores,
        checkOf,
        judgesOf: judges.revealed.bind(judges),
        blindOf: itemBlinding(blind),
        probabilityOf: queues.probabilityOf.bind(queues),
      },
      trajectoryHash: async (ref) => hashOf((await trajectories.whole(ref, new AbortController().signal)).opened),
    }),
    ...judgingApi({ desk: blind, sessions, files: nodeFiles, rubricFolder, now: systemClock.now }),
    readOutput: ({ folder, instanceId }) => readOutput(folder, instanceId),
    cancel: async ({ task }) => tasks.cancel(task),
    doctor: async ({ endpoint }) => doctorText(await doctor(doctorPorts(endpoint))),
  };
  const page = { files: nodeFiles, reading, study };
  return blindApi(inner, blindTable({ desk: blind, page, placeOf, queues }), blind);
};
