import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciinema } from '../../../../../../src/core/run/trajectory/formats/asciinema';
import { terminalBench } from '../../../../../../src/core/run/trajectory/formats/terminalBench';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const text = { kind: 'text' } as const;
const header = { version: 2, width: 80, height: 24, timestamp: 1_700_000_000 };
const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`);
const play = (...values: readonly unknown[]) => readRecords(asciinema, recordsOf(lines(...values), text, 'a.cast'));

const trial = {
  task_id: 'fix-it',
  trial_name: 'fix-it.1-of-1.run',
  instruction: 'Fix it.',
  is_resolved: null,
  failure_mode: 'parse_error',
  total_input_tokens: 0,
  total_output_tokens: 12,
  trial_started_at: '2025-08-08T06:00:00+00:00',
  agent_started_at: '2025-08-08T06:01:00+00:00',
  agent_ended_at: '2025-08-08T06:02:00+00:00',
};
const ofTrial = (value: unknown) => recordsOf(value, { kind: 'whole' }, 't/results.json');

describe('recorded terminals', () => {
  it('a step is what was typed up to Enter, and what was shown until the next key', () => {
    const { steps, head } = play(
      header,
      [0.5, 'o', '$ '],
      [1, 'i', 'l'],
      [1.1, 'o', 'l'],
      [1.2, 'i', 's\r'],
      [1.5, 'o', 'a.txt\r\n$ '],
      [2, 'i', 'pytest\r'],
      [9, 'o', '1 passed'],
    );
    expect(steps.map((step) => step.calls[0]?.rawArgs ?? null)).toEqual([null, 'ls\r', 'pytest\r']);
    expect(steps.map((step) => step.observations[0]?.text)).toEqual(['$ ', 'la.txt\r\n$ ', '1 passed']);
    expect(steps[2]?.calls[0]?.kind).toBe('test');
    expect(steps[1]).toMatchObject({ startedAt: 1_700_000_001_000, endedAt: 1_700_000_001_500 });
    expect(head).toMatchObject({ startedAt: 1_700_000_000_000, endedAt: 1_700_000_009_000, version: null });
  });

  it('in version 3 times count from the event before, and the exit code is read', () => {
    const { steps } = play(
      { version: 3, term: { cols: 80 }, timestamp: 1_700_000_000 },
      [1, 'o', 'a'],
      [2, 'o', 'b'],
      [0, 'x', '3'],
    );
    expect(steps[0]).toMatchObject({ endedAt: 1_700_000_003_000, observations: [{ text: 'ab', exitCode: 3 }] });
  });

  it('a line that is cut is said, and the rest is shown', () => {
    const { steps } = readRecords(asciinema, recordsOf([...lines(header, [1, 'o', 'x']), '[2, "o", "y'], text));
    expect(steps[0]?.observations[0]?.text).toBe('x');
    expect(steps[0]?.notices[0]?.kind).toBe('not-read');
  });

  it('output without end is several steps, and all of it is there', () => {
    const { steps } = play(header, ...Array.from({ length: 12_000 }, (_, n) => [n, 'o', 'x']));
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.map((step) => step.observations[0]?.text).join('')).toHaveLength(12_000);
    expect(steps.every((step) => step.rawRefs.length === 1)).toBe(true);
  });

  it('is told by its first line', () => {
    const detect = (...values: unknown[]) => asciinema.detect({ path: 'x', values, text: '' });
    expect(detect(header)).toEqual({ cut: { kind: 'text' }, version: '2' });
    for (const other of [{ version: 1, width: 1 }, { version: 2 }, [1, 'o', 'x'], null])
      expect(detect(other)).toBeNull();
  });
});

describe('terminal-bench', () => {
  it('is_resolved null is unknown, and 0 tokens are none that are known', () => {
    const { head, steps } = readRecords(terminalBench, ofTrial(trial));
    expect(head).toMatchObject({ resolved: null, status: 'unknown', rawStatus: 'parse_error', instanceId: 'fix-it' });
    expect(head.totals).toMatchObject({ prompt: null, completion: 12, visibleSteps: 1 });
    expect(steps.map((step) => [step.role, step.thought])).toEqual([
      ['user', 'Fix it.'],
      ['agent', ''],
    ]);
    expect(steps[1]).toMatchObject({ startedAt: Date.UTC(2025, 7, 8, 6, 1), endedAt: Date.UTC(2025, 7, 8, 6, 2) });
  });

  it.each([
    ['agent_timeout', 'limit_time'],
    ['fatal_llm_parse_error', 'format'],
    ['agent_installation_failed', 'env_error'],
    ['unset', 'unknown'],
  ])('%s is %s', (failure_mode, status) => {
    const { head } = readRecords(terminalBench, ofTrial({ ...trial, failure_mode, is_resolved: false }));
    expect(head).toMatchObject({ status, resolved: false });
  });

  it('terminals of the agent and of the tests follow, each on its lane', () => {
    const cast = recordsOf(lines(header, [1, 'i', 'ls\r'], [2, 'o', 'a']), text, 't/sessions/agent.cast');
    const screen = recordsOf(['1 passed\n', '$ \n'], text, 't/panes/post-test.txt');
    const { head, steps } = readRecords(terminalBench, [...ofTrial(trial), ...cast, ...screen]);
    expect(steps.map((step) => [step.agentId, step.role])).toEqual([
      ['main', 'user'],
      ['main', 'agent'],
      ['main', 'agent'],
      ['tests', 'system'],
    ]);
    expect(steps[2]?.calls[0]?.rawArgs).toBe('ls\r');
    expect(steps[3]?.observations[0]?.text).toBe('1 passed\n$ \n');
    expect(head.agents.map((lane) => lane.agentId)).toEqual(['main', 'tests']);
  });

  it('a folder holds its trials, a recording before a screen before a log', () => {
    const paths = [
      'a/t/results.json',
      'a/t/sessions/agent.log',
      'a/t/sessions/tests.cast',
      'a/t/panes/post-test.txt',
      'results.json',
    ];
    const found = terminalBench.folder?.(paths);
    expect(found?.trajectories).toHaveLength(1);
    expect(found?.trajectories[0]?.id).toBe('t');
    expect(found?.trajectories[0]?.parts.map((part) => part.path)).toEqual([
      'a/t/results.json',
      'a/t/sessions/agent.log',
      'a/t/sessions/tests.cast',
    ]);
    expect(terminalBench.folder?.(['x/results.json', 'y'])).toBeNull();
  });

  it('no value makes either throw', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 10 }), (values) => {
        expect(() => play(header, ...values)).not.toThrow();
        expect(() => readRecords(terminalBench, recordsOf(values, { kind: 'array' }))).not.toThrow();
      }),
    );
    for (const spoilt of mutations(trial, 200)) expect(() => readRecords(terminalBench, ofTrial(spoilt))).not.toThrow();
  });
});
