import type { JudgedReply } from '../../core/review/judge/judgeAnswer';
import type { SampleRecord } from '../../core/review/judge/judgeLine';
import type { JudgePrompt } from '../../core/review/judge/judgePrompt';
import type { AttemptModel } from '../../core/run/agent/attempt';
import { ModelFault } from '../../core/run/model/modelProvider';
import { saidText } from '../../core/run/trajectory/formats/miniSweAgent/miniMessage';
import type { Clock } from '../../core/shared/clock';
import type { Sha256 } from '../../core/shared/hash';
import type { JudgeRequest } from './judgeRequest';
import type { JudgeTexts } from './judgeTexts';

/** One question of an item. */
export interface AskedSample {
  /** From 1. */
  readonly number: number;
  readonly swapped: boolean;
  readonly prompt: JudgePrompt;
}

/** Samples in turns of both orders where they are swapped: 1 as written, 2 swapped, and so on. */
export const sampleOrders = (
  samples: number,
  swap: boolean,
): readonly { readonly number: number; readonly swapped: boolean }[] => {
  const orders = swap ? [false, true] : [false];
  return Array.from({ length: samples }, () => orders)
    .flat()
    .map((swapped, at) => ({ number: at + 1, swapped }));
};

export interface AskPorts {
  readonly model: AttemptModel;
  readonly clock: Clock;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** What the questions of one item, or of one pair, are asked by. */
export interface QuestionPorts {
  readonly asking: AskPorts;
  readonly texts: JudgeTexts;
  readonly sha256: Sha256;
  readonly request: JudgeRequest;
  /** Hash of the judge's settings. */
  readonly settings: string;
  /** False: the budget is used up, or it was stopped. */
  mayAsk(): boolean;
  spent(costUsd: number | null): void;
  wasAsked(label: string, subject: unknown): Promise<boolean>;
}

const timeoutMs = 10 * 60_000;

/** Asks once. A fault of the model is a sample without a reply; being stopped is thrown. */
export const askSample = async (
  { model, clock, params, signal }: AskPorts,
  { number, swapped, prompt }: AskedSample,
  read: (reply: string, cut: boolean) => JudgedReply | null,
): Promise<SampleRecord> => {
  const shared = { number, swapped, at: clock.now(), promptSha256: prompt.hash };
  try {
    const asked = await model.ask(prompt.messages, [], { signal, timeoutMs, params });
    const [choice] = asked.response.choices;
    const reply = saidText(choice?.message.content).text;
    const finishReason = choice?.finish_reason ?? null;
    const answers = read(reply, finishReason === 'length');
    const { usage, costUsd } = asked;
    return { ...shared, reply, finishReason, answers, fault: answers?.fault ?? null, usage, costUsd };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    return {
      ...shared,
      reply: null,
      finishReason: null,
      answers: null,
      fault: error.message,
      usage: null,
      costUsd: null,
    };
  }
};
