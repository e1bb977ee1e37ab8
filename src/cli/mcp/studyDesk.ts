import type { AssistantDesk, AssistantStudy } from '../../app/assistant/assistantDesk';
import { hiddenFromNamed } from '../../app/assistant/hiddenFromNamed';
import { openStudy } from '../../app/openStudy';
import { readInstance } from '../../app/readDatasetInstance';
import { readPredictions } from '../../app/readPredictions';
import { verdictsOf } from '../../app/readVerdicts';
import { openTrajectory } from '../../app/trajectory/openTrajectory';
import { aliasOf } from '../../core/instance/instanceAlias';
import { instanceRuns } from '../../core/study/instanceRuns';
import { nodeFiles } from '../../io/files/nodeFiles';
import { readEvents } from '../../io/store/readEvents';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';

/** For so long a study that was read is taken to be as it was: a conversation asks many things at once. */
const keptMs = 5_000;

/** A study's folder for the tools of assistants, read anew when what was read is older than a few seconds. */
export const studyDesk = (folder: string, rater: string | null): AssistantDesk => {
  let kept: { readonly at: number; readonly study: Promise<AssistantStudy> } | null = null;
  const read = async (): Promise<AssistantStudy> => {
    const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder);
    return { catalogue, rows: instanceRuns(catalogue) };
  };
  const study = (): Promise<AssistantStudy> => {
    if (kept === null || Date.now() - kept.at > keptMs) kept = { at: Date.now(), study: read() };
    return kept.study;
  };
  return {
    files: nodeFiles,
    study,
    readInstance: (datasetPath, instanceId) => readInstance(nodeFiles, datasetPath, instanceId),
    readPatch: async (predictionsPath, instanceId) => {
      const { predictions } = await readPredictions(nodeFiles, predictionsPath);
      return predictions.findLast((each) => aliasOf(each.instanceId) === aliasOf(instanceId))?.patch ?? null;
    },
    openTrajectory: (path) => openTrajectory(openTrajectoryFiles, path),
    hiddenOf: async (instanceId) => {
      const opened = await study();
      const verdicts = await verdictsOf(rater === null ? none() : readEvents(opened.catalogue.root));
      return hiddenFromNamed(opened, verdicts, rater, instanceId);
    },
  };
};

async function* none(): AsyncGenerator<never> {}
