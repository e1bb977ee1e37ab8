import type { Instance } from '../../../../../../src/core/instance/instance';
import type { Agent, AttemptResult, AttemptSandbox } from '../../../../../../src/core/run/agent/attempt';
import type { ChatMessage } from '../../../../../../src/core/run/model/chat';
import { blankInstance } from '../../../../../fakes/instances';

/** A sandbox over files by their paths in the repository; `run` knows `git ls-files` alone. */
const sandboxOf = (files: Readonly<Record<string, string>>): AttemptSandbox => ({
  image: 'none',
  testbed: '/testbed',
  platform: {},
  run: async (command) => ({
    output: command.endsWith('ls-files')
      ? Object.keys(files)
          .map((path) => `${path}\n`)
          .join('')
      : '',
    droppedBytes: 0,
    returncode: 0,
    exceptionInfo: '',
    exceptionType: null,
  }),
  diff: async () => null,
  put: async () => {},
  take: async (path) => {
    const text = files[path.replace('/testbed/', '')];
    return text === undefined ? null : new Map([['', new TextEncoder().encode(text)]]);
  },
});

export interface Attempted {
  readonly result: AttemptResult;
  /** Every state of the trajectory that was kept, the last one last. */
  readonly kept: readonly string[];
  readonly asked: readonly ChatMessage[];
}

/** Runs an agent of one turn against a model that answers with this. */
export const attemptOf = async (
  agent: Agent,
  reply: string | Error,
  {
    files = {},
    instance = {},
    finish = 'stop',
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly instance?: Partial<Instance>;
    readonly finish?: string;
  } = {},
): Promise<Attempted> => {
  const kept: string[] = [];
  const asked: ChatMessage[] = [];
  const one = blankInstance('spandrel-14', { statement: 'Say 1m.', ...instance });
  const prepared = await agent.prepare(one, new AbortController().signal);
  const result = await prepared.attempt(
    {
      instance: one,
      sandbox: sandboxOf(files),
      model: {
        id: 'scripted',
        name: 'scripted-1',
        ask: async (messages) => {
          asked.push(...messages);
          if (reply instanceof Error) throw reply;
          const message = { role: 'assistant', content: reply } as const;
          return {
            response: {
              id: 'r1',
              object: 'chat.completion',
              created: 1,
              model: 'scripted-1',
              choices: [{ index: 0, finish_reason: finish, message }],
              usage: { prompt_tokens: 10, completion_tokens: 5 },
            },
            usage: { prompt: 10, cached: null, cacheWrite: null, completion: 5, reasoning: null },
            reportedCostUsd: null,
            costUsd: 0.25,
            costSource: 'computed',
          };
        },
      },
      limits: agent.limits,
      now: () => 1_700_000_000,
      keep: async ({ content }) => void kept.push(String(content)),
      progress: () => {},
    },
    new AbortController().signal,
  );
  await prepared.close();
  return { result, kept, asked };
};
