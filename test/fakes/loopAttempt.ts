import type { AttemptPorts, AttemptResult, AttemptSandbox, CommandResult } from '../../src/core/run/agent/attempt';
import { loopAgent } from '../../src/core/run/agent/loop/loopAgent';
import type { LoopConfig, LoopStart } from '../../src/core/run/agent/loop/loopConfig';
import type { LoopMessage } from '../../src/core/run/agent/loop/loopMessages';
import { loopPresets } from '../../src/core/run/agent/presets/loopPresets';
import type { ChatMessage, ChatResponse } from '../../src/core/run/model/chat';
import { blankInstance } from './instances';

/** A reply of a model: its message, or what the call throws. */
export type MadeReply = Readonly<Record<string, unknown>> | Error;

export const quickLoop: LoopConfig = {
  ...(loopPresets[0] as LoopConfig),
  systemTemplate: 'You work.',
  instanceTemplate: 'Do {{task}}',
};

const bashCall = (command: unknown, id = 'call_1'): object => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: JSON.stringify({ command }) },
});

/** A reply that calls bash with these commands in order. */
export const calling = (...commands: readonly unknown[]): MadeReply => ({
  content: 'Next.',
  tool_calls: commands.map((command, index) => bashCall(command, `call_${index + 1}`)),
});

export const gave = (output: string, changes: Partial<CommandResult> = {}): CommandResult => ({
  output,
  droppedBytes: 0,
  returncode: 0,
  exceptionInfo: '',
  exceptionType: null,
  ...changes,
});

export const handIn = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/** By its command: one that hands in gives a patch, every other its own words. */
const answering = async (command: string): Promise<CommandResult> =>
  gave(command === handIn ? 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\na patch\n' : `${command}\n`);

export interface MadeAttempt {
  readonly config?: LoopConfig;
  readonly start?: LoopStart;
  readonly replies: readonly MadeReply[];
  readonly costUsd?: number | null;
  readonly sandbox?: Partial<AttemptSandbox>;
  readonly ports?: Partial<AttemptPorts>;
  readonly signal?: AbortSignal;
}

export interface AttemptSeen {
  readonly result: AttemptResult;
  readonly messages: readonly LoopMessage[];
  readonly info: Readonly<Record<string, unknown>>;
  /** What the model was asked with, call by call. */
  readonly asked: readonly (readonly ChatMessage[])[];
  /** The trajectory's text each time that it was kept. */
  readonly kept: readonly string[];
  readonly ran: readonly string[];
}

const responseOf = (message: MadeReply): ChatResponse =>
  ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'made',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...message } }],
  }) as unknown as ChatResponse;

/** Runs the loop over made replies; once they are used up, it hands in. */
export const runLoop = async (made: MadeAttempt): Promise<AttemptSeen> => {
  const { config = quickLoop, replies, costUsd = 0.01, signal = new AbortController().signal } = made;
  const asked: (readonly ChatMessage[])[] = [];
  const kept: string[] = [];
  const ran: string[] = [];
  const instance = blankInstance('made-1', { statement: 'it' });
  const agent = loopAgent(config, made.start);
  const sandbox = {
    image: 'made',
    testbed: '/testbed',
    platform: {},
    run: answering,
    diff: async () => 'a patch\n',
    ...made.sandbox,
  };
  const attempt = await agent.prepare(instance, signal);
  const ports = {
    instance,
    sandbox: {
      ...sandbox,
      run: (command: string, seconds: number) => {
        ran.push(command);
        return sandbox.run(command, seconds);
      },
    } as AttemptSandbox,
    limits: agent.limits,
    model: {
      id: 'made',
      name: 'made',
      ask: async (messages: readonly ChatMessage[]) => {
        const reply = replies[asked.length] ?? calling(handIn);
        asked.push(messages);
        if (reply instanceof Error) throw reply;
        return {
          response: responseOf(reply),
          usage: null,
          reportedCostUsd: null,
          costUsd,
          costSource: 'computed' as const,
        };
      },
    },
    now: () => 1,
    keep: async ({ content }: { readonly content: string | Uint8Array }) => void kept.push(String(content)),
    progress: () => undefined,
    ...made.ports,
  };
  const result = await attempt.attempt(ports, signal);
  return { result, ...JSON.parse(kept.at(-1) ?? '{}'), asked, kept, ran };
};
