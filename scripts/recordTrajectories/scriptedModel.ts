import type { LoopModel } from './miniLoop';
import type { ChatResponse, MiniMessage, ToolCall } from './miniMessages';
import type { ScriptedReply } from './replies';

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

const shownText = ({ extra: _unseen, ...message }: MiniMessage): string => JSON.stringify(message);

const callsOf = ({ command, call, subAgent }: ScriptedReply, id: string): readonly ToolCall[] | null => {
  if (subAgent !== null)
    return [{ id, type: 'function', function: { name: 'agent', arguments: JSON.stringify({ task: subAgent.task }) } }];
  if (command !== null)
    return [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }];
  return call === null ? null : [{ id, type: 'function', function: { name: call.tool, arguments: call.arguments } }];
};

/** Gives scripted replies one after the other, with tokens counted from the texts. */
export class ScriptedModel implements LoopModel {
  #next = 0;
  #seen = 0;

  constructor(
    private readonly name: string,
    /** Begins every id that is made. */
    private readonly mark: string,
    private readonly replies: readonly ScriptedReply[],
    private readonly clock: ScriptedClock,
  ) {}

  /** The reply that was given last. */
  get current(): ScriptedReply {
    const found = this.replies[this.#next - 1];
    if (found === undefined) throw new Error(`${this.mark} has no replies`);
    return found;
  }

  /** What a person says before the reply that comes next. */
  interject = (): string | null => this.replies[this.#next]?.hint ?? null;

  async reply(
    messages: readonly MiniMessage[],
  ): Promise<{ readonly response: ChatResponse; readonly costUsd: number }> {
    const reply = this.replies[this.#next];
    if (reply === undefined) throw new Error(`${this.mark}: the ${this.#next} replies didn't lead to an end`);
    this.#next += 1;
    const number = String(this.#next).padStart(2, '0');
    const created = Math.floor(this.clock.now());
    const calls = callsOf(reply, `call_${this.mark}_${number}`);
    const completion = tokensOf(reply.thought) + (calls === null ? 0 : tokensOf(calls[0]?.function.arguments ?? ''));
    this.clock.pass(0.8 + completion / 40);
    const usage = this.#usage(messages, completion);
    const message = { role: 'assistant', content: reply.thought || null, tool_calls: calls } as const;
    const finish_reason = calls === null ? 'stop' : 'tool_calls';
    const response: ChatResponse = {
      id: `chatcmpl-${this.mark}-${number}`,
      created,
      model: this.name,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason, message }],
      usage,
    };
    return { response, costUsd: costOf(this.name, usage) };
  }

  #usage(messages: readonly MiniMessage[], completion: number): ChatResponse['usage'] {
    const prompt = messages.reduce((sum, message) => sum + tokensOf(shownText(message)), 0);
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

const costOf = (model: string, usage: ChatResponse['usage']): number => {
  const price = prices[model];
  if (price === undefined) throw new Error(`No price is known of ${model}.`);
  const cached = usage.prompt_tokens_details.cached_tokens;
  const paid = usage.prompt_tokens - cached;
  const dollars = (paid * price.prompt + cached * price.cached + usage.completion_tokens * price.completion) / 1e6;
  return rounded(dollars);
};

/** To the ten millionth, so that sums don't show what binary fractions leave. */
export const rounded = (dollars: number): number => Math.round(dollars * 1e7) / 1e7;
