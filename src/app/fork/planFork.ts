import type { Agent } from '../../core/run/agent/attempt';
import { loopAgent } from '../../core/run/agent/loop/loopAgent';
import type { LoopConfig } from '../../core/run/agent/loop/loopConfig';
import type { ChatMessage } from '../../core/run/model/chat';
import { editedReply } from '../../core/run/trajectory/fork/editedReply';
import type { ReplayStore } from '../../core/run/trajectory/replay/replayRecord';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { pathBelow } from '../../core/study/studyPath';
import type { TrajectoryPlace } from '../../core/study/trajectoryPlace';
import type { RunFork } from '../run/runRequest';
import { FilesAtSteps } from '../trajectory/filesAtStep';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { runStates } from '../trajectory/runStates';
import type { StepBase } from '../trajectory/stepBase';
import type { HashPieces } from '../trajectory/trajectoryHash';
import { trajectoryHash } from '../trajectory/trajectoryHash';
import { blockMark, forkConfig } from './forkConfig';
import { type ForkConversation, forkConversation, forkEntry } from './forkConversation';
import type { ForkOrigin } from './forkOrigin';
import { prepareState, refuseHopeless, type WantedState } from './forkState';
import { withOwnLimits } from './ownLimits';

export interface ForkPorts {
  readonly files: FilePort;
  readonly hash: HashPieces;
  readonly replays: Pick<ReplayStore, 'read'>;
}

/** What a person asks for. */
export interface ForkWords {
  /** Its steps up to this one are taken over, from 1. */
  readonly step: number;
  /** Said to the model after that step; null: nothing. */
  readonly hint: string | null;
  /** The step's reply, edited: its commands are run anew over the files as they stood before. Null: as it was. */
  readonly editedReply: string | null;
  /** Goes on where the files are known only about; the record says so. */
  readonly approximate: boolean;
}

/** Where the parent belongs, and how the fork's sandbox will stand to it. */
export interface ForkGround {
  readonly place: Pick<TrajectoryPlace, 'studyFolder' | 'instance'>;
  readonly base: StepBase;
  /** The repository's folder in the sandbox. */
  readonly testbed: string;
  readonly isContained: boolean;
}

/** A fork that can be run: what `runModel` takes beside the model. */
export interface PlannedFork {
  readonly agent: Agent;
  readonly fork: RunFork;
  readonly origin: ForkOrigin;
  /** For people, a sentence each. */
  readonly notes: readonly string[];
}

const spoken = (content: string): ChatMessage => ({
  role: 'user',
  content,
  extra: { interrupt_type: 'UserInterruption' },
});

/** The messages with what is other in them. Throws InputFault for a reply that can't be run. */
const messagesOf = (
  conversation: ForkConversation,
  { hint, editedReply: text, step }: ForkWords,
  loop: LoopConfig,
): readonly ChatMessage[] => {
  const { messages, mode } = conversation;
  if (text === null) return hint === null ? messages : [...messages, spoken(hint)];
  const reply = editedReply(text, step, mode, blockMark(loop));
  if (!reply.ok) throw new InputFault(reply.error);
  return [...messages, reply.value];
};

const changeOf = ({ hint, editedReply: text }: ForkWords): ForkOrigin['change'] =>
  text !== null ? 'reply' : hint !== null ? 'hint' : 'none';

const refuseContradiction = ({ hint, editedReply: text }: ForkWords): void => {
  if (hint !== null && text !== null)
    throw new InputFault('A fork takes a hint after the step, or its reply edited; not both.');
};

/** Files after the last step that is taken over with what it did; null: at base. */
const wantedState = async (
  ports: ForkPorts,
  opened: OpenedTrajectory,
  { base, isContained }: ForkGround,
  { steps }: ForkConversation,
  approximate: boolean,
): Promise<WantedState> => {
  const places = new Set(steps.map(({ idx }) => idx));
  const entries = opened.entries.filter(({ idx }) => idx <= Math.max(0, ...places));
  const last = steps.at(-1)?.idx ?? null;
  const replay = await ports.replays.read(await trajectoryHash(ports.hash, opened));
  const states = new FilesAtSteps(opened, base, replay, await runStates(ports.files, ports.hash, opened));
  const state = last === null ? null : await states.at(last);
  return { opened, entries, isContained, approximate, steps, state };
};

const conversationGround = ({ testbed, place }: ForkGround) => ({
  testbed,
  statement: place.instance?.statement ?? null,
});

/**
 * Plans a run that goes on from a step of a trajectory. Throws InputFault where there is no such step, the edited reply
 * has no command, or it is plain beforehand that the files can't be known; a replay that parts fails the attempt.
 */
export const planFork = async (
  ports: ForkPorts,
  opened: OpenedTrajectory,
  ground: ForkGround,
  config: LoopConfig,
  words: ForkWords,
): Promise<PlannedFork> => {
  refuseContradiction(words);
  const entry = forkEntry(opened, words.step);
  const isWith = words.editedReply === null;
  if (!isWith && entry.role !== 'agent')
    throw new InputFault(`${opened.path}: step ${words.step} is no reply of the model's; nothing of it can be edited.`);
  const conversation = await forkConversation(opened, entry, isWith, conversationGround(ground));
  const wanted = await wantedState(ports, opened, ground, conversation, words.approximate);
  refuseHopeless(wanted);
  const own = forkConfig(config, conversation.mode, conversation.messages);
  const messages = messagesOf(conversation, words, own);
  const { calls, costUsd, form, notes } = conversation;
  const { studyFolder } = ground.place;
  const origin: ForkOrigin = {
    file: (studyFolder === null ? null : pathBelow(studyFolder, opened.path)) ?? opened.path,
    step: words.step,
    hash: await trajectoryHash(ports.hash, opened),
    calls,
    costUsd,
    change: changeOf(words),
    messages: form,
    state: { by: null, exact: false, words: 'The sandbox was not prepared.' },
  };
  const loop = loopAgent(own, { messages, calls, costUsd, parent: origin });
  const agent = withOwnLimits(loop, { calls, costUsd });
  const prepare: RunFork['prepare'] = async (sandbox, signal) => {
    origin.state = await prepareState(sandbox, wanted, signal);
  };
  // The run's record is written before the sandbox stands.
  const { state: _, ...parent } = origin;
  return { agent, fork: { parent, prepare }, origin, notes };
};
