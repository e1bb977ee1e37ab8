import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../../../../src/core/run/agent/attempt';
import type { LoopMessage } from '../../../../../../src/core/run/agent/loop/loopMessages';
import { readLoopConfig } from '../../../../../../src/core/run/agent/loop/readLoopConfig';
import { openModels } from '../../../../../../src/io/providers/openModels';
import { blankInstance } from '../../../../../fakes/instances';
import { gave, runLoop } from '../../../../../fakes/loopAttempt';

const sample = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'samples', 'quickstart');
const runs = join(sample, 'runs');
const { config: sampleLoop } = readLoopConfig(readFileSync(join(sample, 'loop.yaml'), 'utf8'), 'loop.yaml', 'loop');

const records = ['heron-2', 'kestrel-1'].flatMap((run) =>
  readdirSync(join(runs, run, 'records')).map((file) => [run, file.replace(/\.jsonl$/, '')] as const),
);

interface Recorded {
  readonly info: {
    readonly submission: string;
    readonly config: { readonly agent: Record<string, unknown>; readonly environment: Record<string, unknown> };
  };
  readonly messages: readonly LoopMessage[];
}

/** What the commands gave then, in order; the last one handed in and has no message. */
const resultsOf = ({ messages, info }: Recorded): readonly CommandResult[] => [
  ...messages
    .filter(({ role }) => role === 'tool')
    .map(({ extra = {} }) =>
      gave(String(extra['raw_output']), {
        returncode: Number(extra['returncode']),
        exceptionInfo: String(extra['exception_info']),
        exceptionType: (extra['exception_type'] ?? null) as string | null,
      }),
    ),
  gave(`COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n${info.submission}`),
];

const hintsOf = (messages: readonly LoopMessage[]) => {
  const hints = new Map<number, string>();
  let replies = 0;
  for (const { role, content, extra } of messages)
    if (role === 'assistant' || extra?.['interrupt_type'] === 'FormatError') replies += 1;
    else if (extra?.['interrupt_type'] === 'UserInterruption') hints.set(replies, String(content));
  return hints;
};

const timeless = (messages: readonly LoopMessage[]) =>
  messages.map(({ extra: { timestamp: _, cost: __, asked_at: ___, ...extra } = {}, ...message }) => ({
    ...message,
    extra,
  }));

describe('the records of the sample', () => {
  it.each(records)('%s %s: replayed offline, the loop comes to the messages of the trajectory', async (run, name) => {
    const recorded = JSON.parse(readFileSync(join(runs, run, 'trajectories', `${name}.traj.json`), 'utf8')) as Recorded;
    const { agent, environment } = recorded.info.config;
    const file = join(runs, run, 'records', `${name}.jsonl`);
    const entry = {
      id: `replay:${file}`,
      protocol: 'replay',
      model: '',
      baseUrl: null,
      file,
      keyName: null,
      contextTokens: null,
      maxOutputTokens: null,
      prices: null,
      params: {},
      alsoSpeaks: [],
    } as const;
    const replay = await openModels(null).open(entry, { keyOf: async () => null }, null, { retrying: () => undefined });
    const results = [...resultsOf(recorded)];
    const hints = hintsOf(recorded.messages);
    let asked = 0;
    const { messages, result } = await runLoop({
      config: {
        ...sampleLoop,
        limits: { ...sampleLoop.limits, steps: Number(agent['step_limit']) },
        commandSeconds: Number(environment['timeout']),
      },
      replies: [],
      sandbox: { run: async () => results.shift() ?? gave('none left') },
      ports: {
        instance: blankInstance(name, {
          statement: /<task>\n([\s\S]*)\n<\/task>/.exec(String(recorded.messages[1]?.content))?.[1] ?? '',
        }),
        model: replay,
        interject: () => hints.get(asked++) ?? null,
      },
    });
    expect(result.fault).toBeNull();
    expect(timeless(messages)).toEqual(timeless(recorded.messages));
  });
});
