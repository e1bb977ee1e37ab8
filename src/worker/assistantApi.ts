import type { AssistantDesk } from '../app/assistant/assistantDesk';
import { assistantToolNamed } from '../app/assistant/assistantTools';
import { aliasOf } from '../core/instance/instanceAlias';
import { nothingHidden } from '../core/study/hiddenFromRater';
import type { AssistantApi } from '../protocol/assistant';
import type { ReadingApi } from '../protocol/worker';
import type { Tasks } from './tasks';
import type { PlaceDesk } from './trajectoryPlaceApi';

type Asked = Parameters<AssistantApi['askAssistantTool']>[0];

interface AssistantPorts {
  readonly desk: PlaceDesk;
  readonly reading: Pick<ReadingApi, 'readPatch'>;
  readonly tasks: Tasks;
}

/** A trajectory of which nobody knows the instance may be of the one that is rated. */
const deskOf = (
  { desk, reading }: AssistantPorts,
  { studyFolder, judged }: Asked,
  signal: AbortSignal,
): AssistantDesk => ({
  files: desk.ports.files,
  study: async () => ({ catalogue: await desk.study.of(studyFolder), rows: await desk.study.rowsOf(studyFolder) }),
  readInstance: desk.readInstance,
  readPatch: (predictionsPath, instanceId) => reading.readPatch({ datasetPath: '', predictionsPath, instanceId }),
  openTrajectory: async (path) => (await desk.readings.whole({ path, which: 0 }, signal)).opened,
  hiddenOf: async (instanceId) => {
    const isJudged = judged !== null && (instanceId === null || aliasOf(instanceId) === aliasOf(judged.instanceId));
    return isJudged ? judged.hidden : nothingHidden;
  },
});

/** The tools of assistants over the study that is open in the window. */
export const assistantApi = (ports: AssistantPorts): AssistantApi => ({
  assistantReads: async ({ tool, input }) => assistantToolNamed(tool).reads(input),
  askAssistantTool: (q) =>
    ports.tasks.run(q.task, async (signal) =>
      assistantToolNamed(q.tool).call(deskOf(ports, q, signal), q.input, signal),
    ),
});
