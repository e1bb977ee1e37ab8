import { fieldsAt, isFields, textAt, valueAt } from '../fields';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader, TrajectorySample } from '../trajectoryFormat';
import { actionOf, argsOf, eventId, eventsOf, observationKind, responseId } from './openHands/v0Event';
import { OpenHandsV0Head } from './openHands/v0Head';
import { openHandsV0Step } from './openHands/v0Step';
import { type PendingStep, PendingSteps } from './pendingSteps';
import { SkippedRecords } from './skippedRecords';

/** Events of the machinery, which neither the agent nor the user said or did. */
const noise = new Set(['recall', 'agent_state_changed', 'change_agent_state', 'null', 'state']);

/** Actions that no observation answers. */
const unanswered = new Set(['message', 'finish', 'reject', 'condensation', 'system']);

class OpenHandsV0Reader implements TrajectoryReader {
  private readonly about = new OpenHandsV0Head();
  private readonly steps = new PendingSteps();
  private readonly skipped = new SkippedRecords();
  private reply: { readonly id: string; readonly step: PendingStep } | null = null;
  /** The last action of a version whose events have no ids. */
  private nameless: string | null = null;
  private count = 0;

  constructor(private readonly format: string) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.broken !== null) this.steps.open('system', record);
    else if (record.place !== '' && record.place !== 'history') this.about.member(record.place, record.value);
    else this.events(record);
    return this.steps.done();
  }

  end(): readonly StepGroup[] {
    return this.steps.rest();
  }

  head() {
    return this.about.read(this.format, this.steps.given, this.skipped.warnings());
  }

  private events(record: RawRecord): void {
    const events = eventsOf(record.value);
    for (const event of events) this.about.event(event);
    const [event] = events;
    const action = actionOf(event);
    const observation = observationKind(event);
    const kind = action ?? observation ?? (isFields(event) && Object.hasOwn(event, 'observation') ? 'null' : '');
    if (noise.has(kind)) this.skipped.add(`${kind} ${action === null ? 'observation' : 'action'}`);
    else if (Array.isArray(record.value)) this.open(record, event);
    else if (action !== null) this.action(record, event, action);
    else if (observation !== null) this.observation(record, event, observation);
    else this.steps.open('system', record);
  }

  private open(record: RawRecord, event: unknown): PendingStep {
    const action = actionOf(event);
    const said = action === 'message' && (textAt(event, 'source') === 'user' || this.count === 0);
    const role = action === 'system' ? 'system' : said ? 'user' : 'agent';
    const modelMs = this.about.modelMs(responseId(event));
    this.count += 1;
    return this.steps.open(role, record, modelMs === null ? {} : { modelMs });
  }

  /** Actions of one reply are one step. */
  private action(record: RawRecord, event: unknown, action: string): void {
    const reply = responseId(event);
    const same = reply !== null && this.reply?.id === reply && this.steps.has(this.reply.step);
    const step = same && this.reply ? this.reply.step : this.open(record, event);
    if (same) this.steps.put(step, record);
    this.reply = reply === null ? null : { id: reply, step };
    const id = eventId(event);
    const key = id ?? `nameless ${this.count}`;
    this.nameless = id === null ? key : null;
    if (!unanswered.has(action)) this.steps.call(step, key);
  }

  private observation(record: RawRecord, event: unknown, kind: string): void {
    const cause = eventId(event, 'cause') ?? this.nameless;
    this.nameless = null;
    if (this.steps.answer(cause, record)) return;
    const formatError = kind === 'error' && cause === null;
    if (formatError) this.about.formatErrors += 1;
    this.steps.open(formatError ? 'agent' : 'system', record, formatError ? { formatError } : {});
  }
}

const isEvent = (value: unknown): boolean => {
  const [event] = eventsOf(value);
  if (textAt(event, 'kind')?.endsWith('Event')) return false;
  const typed = actionOf(event) !== null || observationKind(event) !== null;
  return (
    typed &&
    (fieldsAt(event, 'args') !== null || fieldsAt(event, 'extras') !== null || Object.hasOwn(argsOf(event), 'content'))
  );
};

const isOutputLine = (value: unknown): boolean => {
  const history = valueAt(value, 'history');
  if (!Array.isArray(history)) return false;
  if (history.length > 0) return history.slice(0, 4).some(isEvent);
  return isFields(valueAt(value, 'test_result')) && isFields(valueAt(value, 'metadata'));
};

/** Members of a line of results one by one, the events of its history last. */
export const recordsOfLine = (record: RawRecord): readonly RawRecord[] => {
  const below = (place: string, value: unknown, at: readonly (string | number)[]): RawRecord => ({
    ref: { ...record.ref, at: [...record.ref.at, ...at] },
    place,
    value,
    broken: null,
  });
  const members = Object.entries(isFields(record.value) ? record.value : {});
  const history = valueAt(record.value, 'history');
  return [
    ...members.filter(([key]) => key !== 'history').map(([key, value]) => below(key, value, [key])),
    ...(Array.isArray(history) ? history.map((value, at) => below('history', value, ['history', at])) : []),
  ];
};

/** Results of an OpenHands V0 evaluation or of its issue resolver (`output.jsonl`): a trajectory per line. */
export const openHandsV0Output: TrajectoryFormat = {
  name: 'openhands-v0-output',
  title: 'OpenHands V0 output',
  detect: ({ values }) => (values.slice(0, 3).some(isOutputLine) ? { cut: { kind: 'lines' }, version: null } : null),
  open: () => new OpenHandsV0Reader('openhands-v0-output'),
  build: openHandsV0Step,
  split: (record) =>
    record.broken === null
      ? { instanceId: textAt(record.value, 'instance_id'), records: recordsOfLine(record) }
      : { instanceId: null, records: [record] },
};

const savedCut = ({ values, text }: TrajectorySample): 'array' | 'lines' | null => {
  const [first] = values;
  const isList = Array.isArray(first) && first.length > 0;
  const events = isList ? first : values;
  if (!events.slice(0, 5).some((event) => !Array.isArray(event) && isEvent(event))) return null;
  return isList || /^\s*\[/.test(text) ? 'array' : 'lines';
};

/** A trajectory that OpenHands V0 saved by itself (`SAVE_TRAJECTORY_PATH`): the bare list of events. */
export const openHandsV0Saved: TrajectoryFormat = {
  name: 'openhands-v0',
  title: 'OpenHands V0 trajectory',
  detect: (sample) => {
    const kind = savedCut(sample);
    return kind === null ? null : { cut: { kind }, version: null };
  },
  open: () => new OpenHandsV0Reader('openhands-v0'),
  build: openHandsV0Step,
};
