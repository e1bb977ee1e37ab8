import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexExec } from '../../../../../../src/core/run/trajectory/formats/codexExec';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const item = (state: string, id: string, type: string, more: object = {}) => ({
  type: `item.${state}`,
  item: { id, type, ...more },
});
const turn = (input: number, output: number) => ({
  type: 'turn.completed',
  usage: { input_tokens: input, cached_input_tokens: 1, output_tokens: output },
});
const command = (state: string, id: string, more: object = {}) =>
  item(state, id, 'command_execution', { command: 'ls', aggregated_output: '', ...more });

const session = [
  { type: 'thread.started', thread_id: 't1' },
  { type: 'turn.started' },
  item('completed', 'i0', 'reasoning', { text: 'hm' }),
  item('completed', 'i1', 'agent_message', { text: 'I look' }),
  command('started', 'i2', { status: 'in_progress' }),
  command('started', 'i3', { status: 'in_progress' }),
  command('completed', 'i3', { aggregated_output: 'b\n', exit_code: 1, status: 'failed' }),
  command('completed', 'i2', { aggregated_output: 'a\n', exit_code: 0, status: 'completed' }),
  item('completed', 'i4', 'file_change', { changes: [{ path: 'x.py', kind: 'update' }], status: 'completed' }),
  item('completed', 'i5', 'agent_message', { text: 'done' }),
  turn(100, 10),
];
const read = (...lines: unknown[]) => readRecords(codexExec, recordsOf(lines, { kind: 'lines' }));

describe('what codex exec --json printed', () => {
  it('becomes steps of words and the calls after them, each item in its last state', () => {
    const { head, steps } = read(...session);
    expect(steps.map(({ thought, calls }) => [thought, calls.map(({ id }) => id)])).toEqual([
      ['I look', ['i2', 'i3']],
      ['', ['i4']],
      ['done', []],
    ]);
    expect(steps[0]?.reasoning).toEqual({ text: 'hm', encrypted: false });
    expect(steps[0]?.observations).toMatchObject([
      { callId: 'i2', text: 'a\n', exitCode: 0, isError: false },
      { callId: 'i3', text: 'b\n', exitCode: 1, isError: true },
    ]);
    expect(steps[1]).toMatchObject({ filesTouched: ['x.py'], calls: [{ name: 'file_change', kind: 'edit' }] });
    expect(head).toMatchObject({
      id: 't1',
      status: 'submitted',
      startedAt: null,
      totals: { prompt: 100, visibleSteps: 3 },
    });
  });

  it('decides by the figures whether usage runs over the turns or counts each, and says so', () => {
    const running = read(turn(100, 10), turn(250, 30)).head;
    expect(running.totals).toMatchObject({ prompt: 250, completion: 30 });
    expect(running.warnings[0]).toContain('running total');
    const each = read(turn(100, 30), turn(250, 10)).head;
    expect(each.totals).toMatchObject({ prompt: 350, completion: 40 });
    expect(each.warnings[0]).toContain('summed');
    expect(read(turn(100, 10)).head.warnings.join()).not.toContain('turns');
  });

  it('that ends within a turn was cut off, a failed turn is an error, and neither is a success', () => {
    expect(read(...session.slice(0, -1)).head.status).toBe('aborted');
    const failed = read({ type: 'turn.started' }, { type: 'turn.failed', error: { message: 'stream lost' } });
    expect(failed.head).toMatchObject({ status: 'api_error', rawStatus: 'stream lost' });
    expect(failed.steps.at(-1)?.thought).toBe('stream lost');
    expect(read({ type: 'error', message: 'context window exceeded' }).head.status).toBe('limit_context');
    expect(read().head.status).toBe('unknown');
  });

  it('shows what it does not know', () => {
    const { steps } = read({ type: 'something.new' }, item('completed', 'i', 'gadget', { size: 3 }));
    expect(steps[0]?.notices[0]?.kind).toBe('not-read');
    expect(steps[1]?.calls[0]).toMatchObject({ name: 'gadget', args: { size: 3 } });
  });

  it('is told from a rollout', () => {
    const kind = (value: unknown) => codexExec.detect({ path: 'x', values: [value], text: '' })?.cut.kind;
    expect([kind(session[0]), kind(session[4])]).toEqual(['lines', 'lines']);
    expect([kind({ type: 'thread.started' }), kind({ type: 'item.started', item: 1 }), kind(null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of any damage is read without a crash', () => {
    for (const lines of mutations(session, 300)) {
      const records = recordsOf(lines, { kind: 'lines' });
      const { steps, head } = readRecords(codexExec, records);
      const hidden = Number(/^(\d+) record/.exec(head.warnings.at(-1) ?? '')?.[1] ?? 0);
      expect(steps.reduce((sum, step) => sum + step.rawRefs.length, hidden)).toBe(records.length);
    }
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            type: fc.constantFrom('item.started', 'item.completed', 'turn.completed'),
            item: fc.jsonValue(),
            usage: fc.jsonValue(),
          }),
        ),
        (lines) => {
          expect(read(...lines).head.format).toBe('codex-exec');
        },
      ),
    );
  });
});
