import type { AskedReply, AttemptModel } from '../../src/core/run/agent/attempt';
import type { ChatMessage, ChatResponse, ChatTool, ChatToolCall } from '../../src/core/run/model/chat';
import { RecordWriter } from '../../src/core/run/model/record/writeRecord';
import { chatUsage } from '../../src/core/run/model/usage';
import { sha256 } from '../../src/io/store/sha256';
import type { ScriptedReply } from './replies';

/** A reply with tokens counted. */
export interface ScriptedResponse extends ChatResponse {
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens: number };
  };
}

/** A clock that goes on by what it is told, so that a second recording has the same times. */
export class ScriptedClock {
  #milliseconds: number;

  constructor(startedAt: string) {
    this.#milliseconds = Date.parse(startedAt);
  }

  /** Unix seconds. */
  now = (): number => this.#milliseconds / 1000;

  pass(seconds: number): void {
    this.#milliseconds += Math.round(seconds * 1000);
  }
}

/** Dollars per million tokens, all invented. */
const prices: Readonly<
  Record<string, { readonly prompt: number; readonly cached: number; readonly completion: number }>
> = {
  'kestrel-1': { prompt: 0.25, cached: 0.025, completion: 2 },
  'heron-2': { prompt: 1.25, cached: 0.125, completion: 10 },
};

/** Four characters a token: near enough for a model that doesn't exist. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const callsOf = ({ command, call, subAgent }: ScriptedReply, id: string): readonly ChatToolCall[] | null => {
  if (subAgent !== null)
    return [{ id, type: 'function', function: { name: 'agent', arguments: JSON.stringify({ task: subAgent.task }) } }];
  if (command !== null)
    return [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }];
  return call === null ? null : [{ id, type: 'function', function: { name: call.tool, arguments: call.arguments } }];
};

/** Gives scripted replies one after the other, with tokens counted from the texts. */
export class ScriptedModel implements AttemptModel {
  readonly id: string;
  #next = 0;
  #seen = 0;
  #record = '';
  readonly #writer = new RecordWriter(sha256);

  constructor(
    readonly name: string,
    /** Begins every id that is made. */
    private readonly mark: string,
    private readonly replies: readonly ScriptedReply[],
    private readonly clock: ScriptedClock,
  ) {
    this.id = `scripted:${name}`;
  }

  /** The reply that was given last. */
  get current(): ScriptedReply {
    const found = this.replies[this.#next - 1];
    if (found === undefined) throw new Error(`${this.mark} has no replies`);
    return found;
  }

  /** What a person says before the reply that comes next. */
  interject = (): string | null => this.replies[this.#next]?.hint ?? null;

  async ask(messages: readonly ChatMessage[], tools: readonly ChatTool[]): Promise<AskedReply> {
    const at = this.clock.now() * 1000;
    const { response, costUsd } = await this.reply(messages);
    const reply = { response, usage: chatUsage(response.usage), reportedCostUsd: costUsd };
    const request = { model: this.name, messages, tools, params: {} };
    const lines = this.#writer.lines(request, { kind: 'reply', reply }, at, this.clock.now() * 1000 - at);
    this.#record += lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return { ...reply, costUsd, costSource: 'computed' };
  }

  /** All calls so far, in the form in which runs keep them. */
  record(): string {
    return this.#record;
  }

  async reply(
    messages: readonly ChatMessage[],
  ): Promise<{ readonly response: ScriptedResponse; readonly costUsd: number }> {
    const reply = this.replies[this.#next];
    if (reply === undefined) throw new Error(`${this.mark}: the ${this.#next} replies didn't lead to an end`);
    this.#next += 1;
    const number = String(this.#next).padStart(2, '0');
    const created = Math.floor(this.clock.now());
    const calls = callsOf(reply, `call_${this.mark}_${number}`);
    const completion = tokensOf(reply.thought) + (calls === null ? 0 : tokensOf(calls[0]?.function.arguments ?? ''));
    this.clock.pass(0.8 + completion / 40);
    const usage = this.#usage(messages, completion);
    const called = calls === null ? {} : { tool_calls: calls };
    const message = { role: 'assistant', content: reply.thought || null, ...called } as const;
    const finish_reason = calls === null ? 'stop' : 'tool_calls';
    const response: ScriptedResponse = {
      id: `chatcmpl-${this.mark}-${number}`,
      created,
      model: this.name,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason, message }],
      usage,
    };
    return { response, costUsd: costOf(this.name, usage) };
  }

  #usage(messages: readonly ChatMessage[], completion: number): ScriptedResponse['usage'] {
    const prompt = messages.reduce((sum, message) => sum + tokensOf(JSON.stringify(message)), 0);
    const cached = this.#seen;
    this.#seen = prompt;
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    };
  }
}

const costOf = (model: string, usage: ScriptedResponse['usage']): number => {
  const price = prices[model];
  if (price === undefined) throw new Error(`No price is known of ${model}.`);
  const cached = usage.prompt_tokens_details.cached_tokens;
  const paid = usage.prompt_tokens - cached;
  const dollars = (paid * price.prompt + cached * price.cached + usage.completion_tokens * price.completion) / 1e6;
  return rounded(dollars);
};

/** To the ten millionth, so that sums don't show what binary fractions leave. */
export const rounded = (dollars: number): number => Math.round(dollars * 1e7) / 1e7;
