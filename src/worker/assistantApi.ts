import type { AssistantDesk } from '../app/assistant/assistantDesk';
import { assistantToolNamed } from '../app/assistant/assistantTools';
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

/** While somebody judges no tool is asked. */
const deskOf = ({ desk, reading }: AssistantPorts, { studyFolder }: Asked, signal: AbortSignal): AssistantDesk => ({
  files: desk.ports.files,
  study: async () => ({ catalogue: await desk.study.of(studyFolder), rows: await desk.study.rowsOf(studyFolder) }),
  readInstance: desk.readInstance,
  readPatch: (predictionsPath, instanceId) => reading.readPatch({ datasetPath: '', predictionsPath, instanceId }),
  openTrajectory: async (path) => (await desk.readings.whole({ path, which: 0 }, signal)).opened,
  hiddenOf: async () => nothingHidden,
});

/** The tools of assistants over the study that is open in the window. */
export const assistantApi = (ports: AssistantPorts): AssistantApi => ({
  assistantReads: async ({ tool, input }) => assistantToolNamed(tool).reads(input),
  askAssistantTool: (q) =>
    ports.tasks.run(q.task, async (signal) =>
      assistantToolNamed(q.tool).call(deskOf(ports, q, signal), q.input, signal),
    ),
});
