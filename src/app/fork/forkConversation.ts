import type { ChatMessage } from '../../core/run/model/chat';
import { withAnswers } from '../../core/run/trajectory/fork/openCalls';
import { modeOf, rawMessages } from '../../core/run/trajectory/fork/rawMessages';
import { type ToldMode, toldMessages } from '../../core/run/trajectory/fork/toldMessages';
import { earlierSteps } from '../../core/run/trajectory/input/earlierSteps';
import { messageOfRecord } from '../../core/run/trajectory/input/recordMessages';
import { shellHabit } from '../../core/run/trajectory/replay/shellHabit';
import type { Step } from '../../core/run/trajectory/step';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import { InputFault } from '../../core/shared/problem';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { readRecords, readStep } from '../trajectory/readStep';

/** The conversation that a fork takes over. */
export interface ForkConversation {
  readonly messages: readonly ChatMessage[];
  readonly form: 'raw' | 'told';
  readonly mode: ToldMode;
  /** Calls of the model in it, and what they cost; null: not known of one of them. */
  readonly calls: number;
  readonly costUsd: number | null;
  /** Its steps, in order. */
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** What a conversation that is told again must be told beside. */
export interface ConversationGround {
  /** The repository's folder in the sandbox. */
  readonly testbed: string;
  /** Of the instance; null: it has none. */
  readonly statement: string | null;
}

/** The step at which is forked, of the agent whose conversation goes on. Throws InputFault where there is none. */
export const forkEntry = ({ path, entries, head }: OpenedTrajectory, step: number): StepEntry => {
  const entry = entries[step - 1];
  if (entry === undefined) throw new InputFault(`${path}: there is no step ${step}; it has ${entries.length}.`);
  const lane = head.agents.find(({ agentId }) => agentId === entry.agentId);
  if (lane === undefined || lane.kind === 'main' || lane.kind === 'attempt') return entry;
  throw new InputFault(
    `${path}: step ${step} is one of ${lane.name ?? `a ${lane.kind}`}, which another agent called. Fork at a step of the main agent.`,
  );
};

/** Replies that were lost count as calls: they were paid for. */
const lostIn = ({ notices }: Step): number => {
  const said = notices.find(({ kind }) => kind === 'missing-reply');
  return said === undefined ? 0 : Number(/\d+/.exec(said.text)?.[0] ?? 1);
};

const totalsOf = (steps: readonly Step[]): Pick<ForkConversation, 'calls' | 'costUsd'> => {
  const asked = steps.filter(({ role }) => role === 'agent');
  const lost = asked.reduce((sum, step) => sum + lostIn(step), 0);
  const known = lost === 0 && asked.every(({ costUsd }) => costUsd !== null);
  const sum = asked.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0);
  return { calls: asked.length + lost, costUsd: known ? Math.round(sum * 1e12) / 1e12 : null };
};

const promptOf = async (opened: OpenedTrajectory): Promise<readonly ChatMessage[]> => {
  const { prompt } = opened.head;
  if (prompt === undefined) return [];
  const records = await readRecords(opened, { records: prompt });
  return records.flatMap((record) => {
    const message = messageOfRecord(record);
    return message === null ? [] : [{ role: message.role === 'system' ? 'system' : 'user', content: message.text }];
  });
};

/** Where the file is none of a loop like ours, the model is told what it has now. */
const newGround = (testbed: string): ChatMessage => ({
  role: 'user',
  content: `From here on you work through one tool, bash: each call runs in a shell of its own, in ${testbed}. Tools that you used before are gone; what you did to files is there. When you are done, hand your work in by \`git add -A && git diff --cached > /tmp/patch.txt && echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat /tmp/patch.txt\`.`,
  extra: { interrupt_type: 'UserInterruption', touchstone: 'told' },
});

/** A reply that nothing answers would be run anew; the one that handed in the work, for one. */
const closed = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const answered = withAnswers(messages);
  if (answered.at(-1)?.role !== 'assistant') return answered;
  return [...answered, { role: 'user', content: 'What this gave is not recorded.' }];
};

const isMini = ({ found }: OpenedTrajectory): boolean => found.format.name.startsWith('mini-swe-agent');

const rawOf = async (
  opened: OpenedTrajectory,
  entries: readonly StepEntry[],
): Promise<readonly ChatMessage[] | null> => {
  if (!isMini(opened)) return null;
  const messages: ChatMessage[] = [];
  for (const entry of entries) {
    const own = rawMessages(await readRecords(opened, entry));
    if (own === null) return null;
    messages.push(...own);
  }
  return messages;
};

/** Formats that keep replies alone say nothing of the task. */
const withTask = (told: readonly ChatMessage[], statement: string | null): readonly ChatMessage[] =>
  told.some(({ role }) => role === 'user' || role === 'system') || statement === null
    ? told
    : [
        { role: 'user', content: `Here is what users of the project ask for:\n\n<task>\n${statement}\n</task>` },
        ...told,
      ];

const toldOf = async (
  opened: OpenedTrajectory,
  steps: readonly Step[],
  { testbed, statement }: ConversationGround,
): Promise<readonly ChatMessage[]> => {
  const teller = { head: opened.head, habit: shellHabit(opened.head), mode: 'tool' as const };
  const told = withTask([...(await promptOf(opened)), ...toldMessages(steps, teller)], statement);
  return isMini(opened) ? told : [...closed(told), newGround(testbed)];
};

/**
 * The messages up to a step (with it, or before it where its reply is edited): raw where the file keeps chat messages as
 * our loop does, else told again from the steps.
 */
export const forkConversation = async (
  opened: OpenedTrajectory,
  entry: StepEntry,
  isWith: boolean,
  ground: ConversationGround,
): Promise<ForkConversation> => {
  const { steps: before, compactedAt } = earlierSteps(opened.entries, entry.idx);
  const places = isWith ? [...before, entry.idx] : before;
  const entries = places.flatMap((idx) => opened.entries[idx - 1] ?? []);
  const steps: Step[] = [];
  for (const each of entries) steps.push(await readStep(opened, each));
  const raw = await rawOf(opened, entries);
  const messages = closed(raw ?? (await toldOf(opened, steps, ground)));
  const compacted =
    compactedAt === null
      ? []
      : [`The conversation was summed up at step ${compactedAt}; what stood before is not taken over.`];
  const told =
    raw === null
      ? [`Its messages are told again from the steps of ${opened.found.format.title}, shell calls as calls of bash.`]
      : [];
  return {
    messages,
    form: raw === null ? 'told' : 'raw',
    mode: modeOf(messages) ?? 'tool',
    ...totalsOf(steps),
    steps,
    notes: [...told, ...compacted],
  };
};
