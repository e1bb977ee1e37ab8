import { forkGround, knownPlace } from '../app/fork/forkGround';
import { forkLoop } from '../app/fork/forkLoop';
import { forkReply } from '../app/fork/forkReply';
import { forkRunId } from '../app/fork/forkRunId';
import { planFork } from '../app/fork/planFork';
import type { ReplayStore } from '../core/run/trajectory/replay/replayRecord';
import type { BaseFiles } from '../core/workspace/workspaces';
import { hashPieces } from '../io/store/hashPieces';
import type { ForkRun } from '../protocol/modelRuns';
import type { ForkSource } from './modelRunDesk';
import { type PlaceDesk, placeOf } from './trajectoryPlaceApi';

interface ForkPorts {
  readonly desk: PlaceDesk;
  readonly baseFiles: BaseFiles;
  readonly replays: ReplayStore;
}

/** Where forks begin: the parent's messages and files up to a step, by what the open study knows of it. */
export const forkSource = ({ desk, baseFiles, replays }: ForkPorts): ForkSource => {
  const { files } = desk.ports;
  const openedOf = async ({ trajectoryPath: path, which }: Pick<ForkRun, 'trajectoryPath' | 'which'>) =>
    (await desk.readings.whole({ path, which }, new AbortController().signal)).opened;
  return {
    plan: async (q, told) => {
      const opened = await openedOf(q);
      const place = knownPlace(await placeOf(desk, opened.path, opened.head));
      const { images, testCommands, repositories } = q.settings;
      const settings = { images, testCommands, repositories, repository: null };
      const ground = await forkGround({ files, baseFiles }, place, settings, q.backend === 'docker');
      const { step, hint, editedReply } = q;
      const words = { step, hint, editedReply, approximate: false };
      const { config, notes } = await forkLoop(files, null, opened, q.backend === 'docker');
      const planned = await planFork({ files, hash: hashPieces, replays }, opened, ground, config, words);
      for (const note of [...notes, ...planned.notes]) told(note);
      const parent = { runId: place.runId, path: opened.path };
      return {
        ...{ agent: planned.agent, run: planned.fork, agentId: config.id },
        runId: await forkRunId(files, q.studyFolder, parent, step),
        ...{ instanceId: place.instance.id, datasetPath: place.datasetPath },
      };
    },
    reply: async (q) => forkReply(await openedOf(q), q.step),
  };
};
