import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../../../../src/core/run/agent/attempt';
import { stepsOf } from '../../../../../../src/core/run/agent/loop/loopTrajectory';
import { ModelFault } from '../../../../../../src/core/run/model/modelProvider';
import { miniSweAgent2 } from '../../../../../../src/core/run/trajectory/formats/miniSweAgent';
import { EnvironmentFault } from '../../../../../../src/core/shared/problem';
import { gave, type MadeReply, quickLoop, runLoop } from '../../../../../fakes/loopAttempt';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const night = process.env['TOUCHSTONE_NIGHT'] === '1' ? 20 : 1;

const submitWord = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/** Arguments of every kind: commands, other JSON, no JSON, no text. */
const argumentsOf = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((command) => JSON.stringify({ command })) },
  fc.json({ maxDepth: 1 }),
  fc.jsonValue().map((command) => JSON.stringify({ command })),
  fc.string({ maxLength: 8 }),
  fc.jsonValue(),
);
const call = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      id: fc.uuid(),
      type: fc.constant('function'),
      function: fc.record({ name: fc.constantFrom('bash', 'bash', 'bash', 'edit'), arguments: argumentsOf }),
    }),
  },
  fc.jsonValue(),
);
const block = fc.string({ maxLength: 8 }).map((text) => `\`\`\`mswea_bash_command\n${text}\n\`\`\``);
const content = fc.oneof(
  block,
  block,
  fc.array(fc.oneof(block, fc.string({ maxLength: 8 })), { maxLength: 3 }).map((parts) => parts.join('\n')),
  fc.constant(null),
);
const reply: fc.Arbitrary<MadeReply> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      content,
      tool_calls: fc.oneof({ weight: 6, arbitrary: fc.array(call, { maxLength: 3 }) }, fc.jsonValue()),
      extra: fc.jsonValue(),
      role: fc.constantFrom('assistant', 'exit', 'system'),
    }) as fc.Arbitrary<MadeReply>,
  },
  fc.constantFrom('auth', 'server', 'bad-reply').map((kind) => new ModelFault(kind as 'auth', 'Why.')),
);
const result: fc.Arbitrary<CommandResult | null> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ output: fc.string({ unit: 'binary', maxLength: 30 }), returncode: fc.constantFrom(0, 1, 127) })
      .map(({ output, ...rest }) => gave(output, rest)),
  },
  fc.constant(
    gave('cut', {
      returncode: -1,
      exceptionInfo: 'An error occurred while executing the command: x',
      exceptionType: 'TimeoutExpired',
    }),
  ),
  fc.constantFrom(gave(`${submitWord}\nhanded in`), gave(`${submitWord}\nno`, { returncode: 1 })),
  fc.constant(null),
);

describe('a run of the loop, whatever the model says and the commands give', () => {
  it.each(['tool', 'text'] as const)(
    'is well formed in %s mode: calls are answered, counted and ended',
    async (mode) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(reply, { maxLength: 8 }),
          fc.array(result, { minLength: 1, maxLength: 8 }),
          async (replies, results) => {
            let at = 0;
            const run = async () => {
              const given = results[at++ % results.length];
              if (given === null || given === undefined) throw new EnvironmentFault('engine', 'Gone.');
              return given;
            };
            const seen = await runLoop({
              config: { ...quickLoop, mode, limits: { ...quickLoop.limits, steps: 9 } },
              replies,
              sandbox: { run },
            });
            const { messages, info, kept } = seen;
            expect(messages.filter(({ role }) => role === 'exit')).toHaveLength(1);
            expect(messages.at(-1)).toMatchObject({ role: 'exit', extra: { exit_status: info['exit_status'] } });
            expect(seen.result.calls).toBe(seen.asked.length);
            const replied = messages.filter(
              ({ role, extra }) => role === 'assistant' || extra?.['interrupt_type'] === 'FormatError',
            );
            expect([0, 1]).toContain(seen.asked.length - replied.length);
            messages.forEach((message, index) => {
              if (message.role !== 'assistant') return;
              const asked = (message.extra!['actions'] as readonly { tool_call_id?: unknown }[]).map(
                ({ tool_call_id: id }) => id,
              );
              const next = messages.findIndex(
                ({ role, extra }, later) =>
                  later > index && (role === 'assistant' || role === 'exit' || extra?.['interrupt_type'] !== undefined),
              );
              const answered = messages.slice(index + 1, next).map(({ tool_call_id: id }) => id);
              const isSubmitted = messages[next]?.extra?.['exit_status'] === 'Submitted';
              // The call that handed in is answered by the exit.
              expect(answered).toHaveLength(isSubmitted ? asked.length - 1 : asked.length);
              if (!isSubmitted && mode === 'tool') expect(answered).toEqual(asked);
            });
            expect(
              seen.asked.every((sent) => sent.every((message) => !('extra' in message) && message.role !== 'exit')),
            ).toBe(true);
            const document: unknown = JSON.parse(kept.at(-1) ?? '');
            const read = readRecords(miniSweAgent2, recordsOf(document, { kind: 'document', arrays: ['messages'] }));
            expect(read.steps).toHaveLength(stepsOf(messages));
            expect(read.head).toMatchObject({
              status: seen.result.status,
              rawStatus: seen.result.rawStatus,
              totals: { apiCalls: seen.result.calls },
            });
          },
        ),
        { numRuns: 60 * night },
      );
    },
  );
});
