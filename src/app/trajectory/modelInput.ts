import { earlierSteps } from '../../core/run/trajectory/input/earlierSteps';
import { type InputMessage, messagesOfStep } from '../../core/run/trajectory/input/inputMessage';
import { messageOfRecord, recordedQuery } from '../../core/run/trajectory/input/recordMessages';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { OpenedTrajectory } from './openTrajectory';
import { readRecords } from './readStep';

/** A message with where it is told: the step that it comes from (0: none), and which of that step's messages, from 0. */
export interface ToldMessage extends InputMessage {
  readonly step: number;
  readonly nth: number;
}

export interface ModelInput {
  /**
   * `exact`: the file keeps this step's input; `messages`: the file keeps the conversation, message by message;
   * `told`: made again from the earlier steps.
   */
  readonly source: 'exact' | 'messages' | 'told';
  /** The last messages, in order. */
  readonly messages: readonly ToldMessage[];
  /** Earlier steps of the conversation that are not among them. */
  readonly left: number;
  readonly compactedAt: number | null;
}

interface Contribution {
  readonly isKept: boolean;
  readonly messages: readonly ToldMessage[];
}

const numbered = (messages: readonly InputMessage[], step: number): readonly ToldMessage[] =>
  messages.map((message, nth) => ({ ...message, step, nth }));

/** What the main agent was told before its first step, where no step says it. */
const promptOf = async (opened: OpenedTrajectory, { agentId }: StepEntry): Promise<readonly ToldMessage[]> => {
  const { prompt, agents } = opened.head;
  if (prompt === undefined || agents.find((lane) => lane.agentId === agentId)?.kind !== 'main') return [];
  const records = await readRecords(opened, { records: prompt });
  return numbered(
    records.flatMap((record) => messageOfRecord(record) ?? []),
    0,
  );
};

/** What a step added; of the step itself only what came before its reply. */
const contributionOf = async (opened: OpenedTrajectory, entry: StepEntry, isOwn: boolean): Promise<Contribution> => {
  const records = await readRecords(opened, entry);
  const kept = records.flatMap((record) => messageOfRecord(record) ?? []);
  if (isOwn) {
    const reply = kept.findIndex(({ role }) => role === 'assistant');
    return { isKept: true, messages: numbered(kept.slice(0, Math.max(0, reply)), entry.idx) };
  }
  if (kept.length > 0) return { isKept: true, messages: numbered(kept, entry.idx) };
  const { format } = opened.found;
  const step = format.build({ agentId: entry.agentId, records, facts: entry.facts }, entry.idx);
  return { isKept: false, messages: numbered(messagesOfStep(step), entry.idx) };
};

/** The messages that a step's model was given, the last `count` steps of them before step `before`. */
export const modelInput = async (
  opened: OpenedTrajectory,
  entry: StepEntry,
  count: number,
  before: number = entry.idx,
): Promise<ModelInput> => {
  const exact = recordedQuery(await readRecords(opened, entry));
  if (exact !== null) return { source: 'exact', messages: numbered(exact, entry.idx), left: 0, compactedAt: null };
  const { steps, compactedAt } = earlierSteps(opened.entries, entry.idx);
  const asked = steps.filter((idx) => idx < before);
  const shown = asked.slice(Math.max(0, asked.length - count));
  const told: Contribution[] = [];
  for (const idx of shown) {
    const one = opened.entries[idx - 1];
    if (one) told.push(await contributionOf(opened, one, false));
  }
  const isStart = shown.length === asked.length && compactedAt === null;
  const prompt = isStart ? await promptOf(opened, entry) : [];
  if (before === entry.idx) told.push(await contributionOf(opened, entry, true));
  return {
    source: told.every(({ isKept }) => isKept) ? 'messages' : 'told',
    messages: [...prompt, ...told.flatMap(({ messages }) => messages)],
    left: asked.length - shown.length,
    compactedAt,
  };
};

/** The whole text of one message of a step's input; null where there is none. */
export const inputText = async (
  opened: OpenedTrajectory,
  entry: StepEntry,
  step: number,
  nth: number,
): Promise<string | null> => {
  const exact = recordedQuery(await readRecords(opened, entry));
  if (exact !== null) return exact[nth]?.text ?? null;
  if (step === 0) return (await promptOf(opened, entry))[nth]?.text ?? null;
  const from = opened.entries[step - 1];
  if (from === undefined) return null;
  return (await contributionOf(opened, from, step === entry.idx)).messages[nth]?.text ?? null;
};
