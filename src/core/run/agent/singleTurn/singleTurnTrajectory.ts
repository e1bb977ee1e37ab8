import type { ChatMessage } from '../../model/chat';
import { askedAtOf } from '../askedAt';
import type { AskedReply, AttemptPorts } from '../attempt';
import type { ExtractionRecord } from './answerRecord';
import type { SingleTurnPrompt } from './promptParts';

/** How a single turn ended; `extracted` null: nothing was taken. */
export interface TurnEnd {
  readonly exitStatus: string;
  readonly extracted: string | null;
  readonly record: ExtractionRecord | null;
  /** One sentence; null: nothing went wrong. */
  readonly fault: string | null;
}

/** A reply, and when it was asked for, in Unix seconds. */
export type TimedReply = AskedReply & { readonly askedAt: number };

const replyMessage = (asked: TimedReply, at: number, record: ExtractionRecord | null): ChatMessage => ({
  ...(asked.response.choices[0]?.message ?? { role: 'assistant', content: null }),
  extra: {
    actions: [],
    response: asked.response,
    cost: asked.costUsd,
    timestamp: at,
    ...askedAtOf(asked.response, asked.askedAt, at),
    ...(record === null ? {} : { extraction: record }),
  },
});

const exitMessage = (end: TurnEnd, at: number): ChatMessage => ({
  role: 'exit',
  content: end.extracted ?? end.fault ?? '',
  extra: { exit_status: end.exitStatus, submission: end.extracted ?? '', timestamp: at },
});

/** A call that got no reply is one that cost nothing. */
const statsOf = (asked: TimedReply | null, end: TurnEnd | null) => {
  if (asked !== null) return { instance_cost: asked.costUsd, api_calls: 1 };
  return end === null ? { instance_cost: null, api_calls: 0 } : { instance_cost: 0, api_calls: 1 };
};

/**
 * The trajectory of one turn in the form `mini-swe-agent-1.1`: prompt, reply with its whole response, and what was taken
 * out of it as the run's end. Readers of that form see one step; ours shows reply and extraction side by side.
 */
export const singleTurnTrajectory = (
  agentId: string,
  { instance, model, now }: AttemptPorts,
  prompt: SingleTurnPrompt,
  asked: TimedReply | null,
  end: TurnEnd | null,
): string => {
  const at = now();
  const document = {
    trajectory_format: 'mini-swe-agent-1.1',
    info: {
      model_stats: statsOf(asked, end),
      config: { agent: { agent_class: `touchstone.${agentId}` }, model: { model_name: model.name } },
      exit_status: end?.exitStatus ?? '',
      submission: end?.extracted ?? '',
      ...(end === null || end.fault === null || end.exitStatus === 'Submitted' ? {} : { exception_str: end.fault }),
      touchstone: { agent: agentId, prompt: prompt.contents },
    },
    messages: [
      { role: 'user', content: prompt.text },
      ...(asked === null ? [] : [replyMessage(asked, at, end?.record ?? null)]),
      ...(end === null ? [] : [exitMessage(end, at)]),
    ],
    instance_id: instance.id,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
};
