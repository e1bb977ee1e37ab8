import { fieldsAt, textAt, valueAt } from '../fields';
import type {
  RawRecord,
  RecordCut,
  StepGroup,
  TrajectoryFolder,
  TrajectoryFormat,
  TrajectoryPart,
  TrajectoryReader,
  TrajectorySample,
} from '../trajectoryFormat';
import { OpenHandsV1Head } from './openHands/v1Head';
import { isObservation, isV1Event, kindOfEvent, openHandsV1Step } from './openHands/v1Step';
import { type PendingStep, PendingSteps } from './pendingSteps';
import { RecentMap } from './recentMap';
import { SkippedRecords } from './skippedRecords';

/** Events of the machinery. */
const noise = new Set(['ConversationStateUpdateEvent', 'LLMCompletionLogEvent', 'PauseEvent', 'InterruptEvent']);

/** Reads events in their order; members of a base state are records with their name as the place. */
export class OpenHandsV1Reader implements TrajectoryReader {
  private readonly about = new OpenHandsV1Head();
  private readonly steps = new PendingSteps();
  private readonly skipped = new SkippedRecords();
  /** Ids of the actions by those of their tool calls: an error of the agent names the call alone. */
  private readonly actions = new RecentMap<string>(10_000);
  private reply: { readonly id: string; readonly step: PendingStep } | null = null;

  take(record: RawRecord): readonly StepGroup[] {
    const kind = kindOfEvent(record.value);
    if (record.broken !== null) this.steps.open('system', record);
    else if (record.place !== '') this.about.member(record.place, record.value);
    else {
      this.about.event(record.value);
      if (noise.has(kind)) this.skipped.add(kind);
      else this.event(record, kind);
    }
    return this.steps.done();
  }

  end(): readonly StepGroup[] {
    return this.steps.rest();
  }

  resume(): void {
    this.steps.resume();
  }

  head() {
    return this.about.read(this.steps.given, this.skipped.warnings());
  }

  private event(record: RawRecord, kind: string): void {
    const { value } = record;
    if (kind === 'ActionEvent') this.action(record);
    else if (isObservation(value)) this.observation(record);
    else if (kind === 'ACPToolCallEvent') this.steps.open('agent', record);
    else if (kind === 'MessageEvent') {
      const source = textAt(value, 'source');
      this.steps.open(source === 'user' || source === 'agent' ? source : 'system', record);
    } else this.steps.open('system', record);
  }

  /** Actions of one reply are one step. */
  private action(record: RawRecord): void {
    const reply = textAt(record.value, 'llm_response_id');
    const same = reply !== null && this.reply?.id === reply && this.steps.has(this.reply.step);
    const step = same && this.reply ? this.reply.step : this.steps.open('agent', record);
    if (same) this.steps.put(step, record);
    this.reply = reply === null ? null : { id: reply, step };
    const id = textAt(record.value, 'id');
    const call = textAt(record.value, 'tool_call_id');
    if (id !== null) this.steps.call(step, id);
    if (id !== null && call !== null) this.actions.set(call, id);
  }

  private observation(record: RawRecord): void {
    const action = textAt(record.value, 'action_id') ?? this.actions.get(textAt(record.value, 'tool_call_id')) ?? null;
    if (!this.steps.answer(action, record)) this.steps.open('system', record);
  }
}

const isBaseState = (value: unknown): boolean =>
  fieldsAt(value, 'agent') !== null &&
  (textAt(value, 'execution_status') ?? textAt(value, 'agent_status')) !== null &&
  valueAt(value, 'id') !== undefined;

const baseCut: RecordCut = { kind: 'document', arrays: [] };

const cutOf = ({ values, path }: TrajectorySample): RecordCut | null => {
  if (isBaseState(values[0])) return baseCut;
  if (!values.slice(0, 5).some(isV1Event)) return null;
  return isEventFile(path) ? { kind: 'whole' } : { kind: 'lines' };
};

const isEventFile = (path: string): boolean => /(?:^|\/)event-\d+-[^/]*\.json$/.test(path);

/** Conversations below a folder: `<conversation>/base_state.json` and `<conversation>/events/event-00000-<id>.json`. */
const conversationsOf = (paths: readonly string[]): TrajectoryFolder | null => {
  const parts = new Map<string, TrajectoryPart[]>();
  for (const path of [...paths].sort()) {
    const found = /^(?:(.*)\/)?(?:base_state\.json|events\/event-\d+-[^/]*\.json)$/.exec(path);
    if (found === null) continue;
    const conversation = found[1] ?? '';
    const cut: RecordCut = path.endsWith('base_state.json') ? baseCut : { kind: 'whole' };
    const files = parts.get(conversation) ?? [];
    files.push({ path, cut });
    parts.set(conversation, files);
  }
  const whole = [...parts].filter(([, files]) => files.some(({ path }) => isEventFile(path)));
  if (whole.length === 0) return null;
  const trajectories = whole.map(([id, files]) =>
    id === '' ? { id: null, parts: files, root: '' } : { id, parts: files, root: `${id}/` },
  );
  return { version: null, trajectories };
};

/** Conversations of the OpenHands SDK (V1): events as JSON lines, a folder of event files, or the base state alone. */
export const openHandsV1: TrajectoryFormat = {
  name: 'openhands-v1',
  title: 'OpenHands V1 conversation',
  detect: (sample) => {
    const cut = cutOf(sample);
    return cut === null ? null : { cut, version: null };
  },
  open: () => new OpenHandsV1Reader(),
  build: openHandsV1Step,
  folder: conversationsOf,
};
