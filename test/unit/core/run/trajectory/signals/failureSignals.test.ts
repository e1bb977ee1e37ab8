import { describe, expect, it } from 'vitest';
import { blankTrajectory } from '../../../../../../src/core/run/trajectory/blank';
import { SignalCollector, suggestFailureModes } from '../../../../../../src/core/run/trajectory/signals/failureSignals';
import { measuredRates, rateWords } from '../../../../../../src/core/run/trajectory/signals/measuredRates';
import type { Signal } from '../../../../../../src/core/run/trajectory/signals/signal';
import type { Step } from '../../../../../../src/core/run/trajectory/step';
import type { Trajectory } from '../../../../../../src/core/run/trajectory/trajectory';
import { callStep, madeCall, madeStep } from '../madeSteps';

const signalsOf = (
  steps: readonly Step[],
  head: Partial<Trajectory> = {},
  goldFiles: readonly string[] | null = null,
): readonly Signal[] => {
  const collector = new SignalCollector();
  for (const step of steps) collector.take(step);
  return collector.signals({ head: { ...blankTrajectory('made'), ...head }, goldFiles });
};

const named = (found: readonly Signal[]) => Object.fromEntries(found.map((each) => [each.name, each.steps]));

const shell = (idx: number, command: string, answer: Parameters<typeof callStep>[3] = {}) =>
  callStep(idx, 'bash', { command }, answer);
const edit = (idx: number, text = 'The file was edited') =>
  callStep(idx, 'Edit', { file_path: 'a', at: idx }, { text });
const times = (count: number, make: (idx: number) => Step) =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const patchOf = (...files: readonly string[]) => ({
  source: 'submission' as const,
  text: files
    .map((file) => {
      const [path = '', added] = file.split('+');
      const head = added === undefined ? `--- a/${path}\n` : 'new file mode 100644\n--- /dev/null\n';
      const hunk = added === undefined ? '@@ -1 +1 @@\n-a\n+b\n' : '@@ -0,0 +1 @@\n+b\n';
      return `diff --git a/${path} b/${path}\n${head}+++ b/${path}\n${hunk}`;
    })
    .join(''),
});

describe('signals of loops', () => {
  it('need the same call and result four times in a row', () => {
    expect(named(signalsOf(times(3, (idx) => shell(idx, 'ls'))))).toEqual({});
    expect(named(signalsOf(times(4, (idx) => shell(idx, 'ls'))))).toEqual({ 'same-action-and-result': [1, 2, 3, 4] });
    const broken = [...times(3, (idx) => shell(idx, 'ls')), shell(4, 'pwd'), shell(5, 'ls')];
    expect(named(signalsOf(broken))).toEqual({});
  });

  it('need the same call with an error three times', () => {
    const fails = (idx: number) => shell(idx, 'make', { text: `error ${idx}`, exitCode: 2 });
    expect(named(signalsOf(times(2, fails)))).toEqual({});
    expect(named(signalsOf(times(3, fails)))).toEqual({ 'same-action-and-error': [1, 2, 3] });
  });

  it('need the same call five times, whatever came back', () => {
    const found = signalsOf(times(6, (idx) => shell(idx, 'ls', { text: `${idx}` })));
    expect(named(found)).toEqual({ 'identical-calls': [1, 2, 3, 4, 5, 6] });
    expect(found[0]?.text).toContain('6 times');
    expect(named(signalsOf(times(4, (idx) => shell(idx, 'ls', { text: `${idx}` }))))).toEqual({});
  });

  it('see a monologue, and going to and fro', () => {
    expect(named(signalsOf(times(3, (idx) => madeStep(idx, { thought: 'hm' }))))).toEqual({ monologue: [1, 2, 3] });
    const fro = (count: number) => times(count, (idx) => shell(idx, idx % 2 === 0 ? 'ls' : 'pwd'));
    expect(named(signalsOf(fro(5)))).toEqual({});
    expect(named(signalsOf(fro(6)))).toEqual({ alternation: [1, 2, 3, 4, 5, 6] });
  });

  it('are of one agent alone', () => {
    const steps = times(6, (idx) => ({ ...shell(idx, 'ls'), agentId: idx % 2 === 0 ? 'a' : 'b' }));
    expect(named(signalsOf(steps))).toEqual({});
  });

  it('see a limit after a last third without a change', () => {
    const steps = [edit(1), ...times(6, (idx) => shell(idx + 1, `cat ${idx}`))];
    const name = 'limit-without-change';
    expect(named(signalsOf(steps, { status: 'limit_cost' }))).toHaveProperty([name], [7]);
    expect(named(signalsOf([...steps, edit(8)], { status: 'limit_cost' }))).not.toHaveProperty([name]);
    expect(named(signalsOf(steps, { status: 'submitted' }))).not.toHaveProperty([name]);
  });

  it('hold little of a long row', () => {
    const [found] = signalsOf(times(5000, (idx) => shell(idx, 'ls')));
    expect(found?.steps).toHaveLength(20);
  });
});

describe('signals of the surroundings', () => {
  it.each(['env_error', 'api_error', 'limit_context', 'aborted'] as const)('see the end %s', (status) => {
    const found = signalsOf([shell(1, 'ls')], { status, rawStatus: 'raw word' });
    expect(found[0]).toMatchObject({ name: `ended-${status}`, mode: 'OTH', steps: [1] });
    expect(found[0]?.text).toContain('raw word');
  });

  it('see a broken container, and not a file that speaks of one', () => {
    const text = 'OCI runtime exec failed: exec failed';
    expect(named(signalsOf([shell(1, 'ls', { text })]))).toEqual({ 'broken-environment': [1] });
    expect(named(signalsOf([shell(1, 'cat a', { text, exitCode: 0 })]))).toEqual({});
    expect(named(signalsOf([shell(1, 'cat a', { text: text + 'x'.repeat(600) })]))).toEqual({});
  });
});

describe('signals of tool calls', () => {
  it('see replies that could not be read, with their share', () => {
    const step = (idx: number) => madeStep(idx, { notices: [{ kind: 'format-error', text: '' }] });
    const totals = { ...blankTrajectory('made').totals, apiCalls: 12 };
    expect(signalsOf(times(3, step), { totals })[0]?.text).toBe(
      '3 replies could not be read, 25 % of its 12 calls of the model.',
    );
    expect(signalsOf(times(2, step))).toEqual([]);
  });

  it('see unread arguments, refused edits, missing commands and errors of knowledge', () => {
    const unread = madeStep(1, { calls: [{ ...madeCall('Read', null), parseError: 'bad' }] });
    expect(named(signalsOf([unread]))).toEqual({ 'unread-arguments': [1] });
    const refused = signalsOf(times(3, (idx) => edit(idx, 'No replacement was performed')));
    expect(named(refused)).toHaveProperty(['refused-edits'], [1, 2, 3]);
    const missing = (idx: number) => shell(idx, `rg ${idx}`, { text: 'bash: rg: command not found\n', exitCode: 127 });
    expect(named(signalsOf(times(3, missing)))).toEqual({ 'missing-commands': [1, 2, 3] });
    const wrong = (idx: number) => shell(idx, `python ${idx}.py`, { text: 'Traceback\nTypeError: x\n' });
    expect(named(signalsOf(times(5, wrong)))).toEqual({ 'knowledge-errors': [1, 2, 3, 4, 5] });
  });
});

describe('signals of testing', () => {
  it('see that no test runner was used, and that nothing was run', () => {
    expect(named(signalsOf([edit(1), shell(2, 'python a.py')]))).toEqual({ 'no-test-runner': [1] });
    expect(named(signalsOf([shell(1, 'pytest'), edit(2)]))).toEqual({ 'nothing-run-after-edit': [2] });
    expect(named(signalsOf([shell(1, 'pytest'), edit(2), shell(3, 'make')]))).toEqual({ 'untested-edit': [2] });
    expect(named(signalsOf([edit(1), shell(2, 'pytest')]))).toEqual({});
    expect(named(signalsOf([shell(1, 'ls')]))).toEqual({});
  });

  it.each([
    ['3 passed', 'submitted', {}],
    ['=== 1 failed, 3 passed ===', 'submitted', { 'red-then-submitted': [2] }],
    ['FAILED (errors=1)', 'submitted', { 'red-then-submitted': [2] }],
    ['FAIL src/a.test.js', 'submitted', { 'red-then-submitted': [2] }],
    ['0 failed', 'submitted', {}],
    ['=== 1 failed ===', 'aborted', { 'ended-aborted': [2] }],
    ['collected 0 items', 'submitted', { 'no-tests-collected': [2] }],
    ['Ran 0 tests in 0.000s\n\nOK', 'submitted', { 'no-tests-collected': [2] }],
  ] as const)('read the last test run: %s', (text, status, expected) => {
    expect(named(signalsOf([edit(1), shell(2, 'pytest', { text })], { status }))).toEqual(expected);
  });
});

describe('signals of the final patch', () => {
  const names = (...args: Parameters<typeof signalsOf>) => Object.keys(named(signalsOf(...args)));

  it('see an empty one, and what is none', () => {
    expect(names([], { status: 'submitted_empty' })).toEqual(['empty-patch']);
    expect(names([], { finalPatch: { source: 'submission', text: '\n' } })).toEqual(['empty-patch']);
    expect(names([], { finalPatch: { source: 'submission', text: 'done' } })).toEqual(['no-patch']);
    expect(names([], { finalPatch: null })).toEqual([]);
  });

  it('see what was left over, and that no source was changed', () => {
    expect(names([], { finalPatch: patchOf('src/a.py') })).toEqual([]);
    expect(names([], { finalPatch: patchOf('src/a.py', 'repro.py+') })).toEqual(['new-files']);
    expect(names([], { finalPatch: patchOf('src/a.py', 'yarn.lock') })).toEqual(['generated-files']);
    expect(names([], { finalPatch: patchOf('tests/test_a.py', 'README.md') })).toEqual(['no-source-changed']);
  });

  it('compare with the files of the reference solution where those are known, and mark that', () => {
    const finalPatch = patchOf('src/a.py');
    expect(names([], { finalPatch }, ['src/a.py'])).toEqual([]);
    expect(names([], { finalPatch }, ['src/b.py'])).toEqual(['no-gold-file']);
    expect(names([], { finalPatch }, ['src/a.py', 'src/b.py'])).toEqual(['gold-files-missed']);
    const extra = signalsOf([], { finalPatch: patchOf('src/a.py', 'src/b.py') }, ['src/a.py']);
    expect(extra.map((each) => [each.name, each.needsGold])).toEqual([['extra-files', true]]);
  });
});

describe('suggested failure modes', () => {
  const steps = [...times(5, (idx) => shell(idx, 'ls')), edit(6), ...times(3, (idx) => edit(idx + 6, 'ERROR: no'))];
  const head = { status: 'api_error' as const, finalPatch: patchOf('src/a.py', 'repro.py+') };

  it('are three at the most, the surroundings first, then by strength, each with its evidence', () => {
    const found = suggestFailureModes(signalsOf(steps, head), { blind: false });
    expect(found.map((each) => each.mode)).toEqual(['OTH', 'INF', 'TIE']);
    expect(found[1]?.signals.map((each) => each.name)).toEqual(['same-action-and-result', 'identical-calls']);
  });

  it('tell nothing of the reference solution while blind', () => {
    const signals = signalsOf([], { finalPatch: patchOf('src/a.py') }, ['src/b.py']);
    expect(suggestFailureModes(signals, { blind: false }).map((each) => each.mode)).toEqual(['RMI']);
    expect(suggestFailureModes(signals, { blind: true })).toEqual([]);
  });

  it('say how often such a sign was followed by a failure', () => {
    expect(rateWords(measuredRates.extraFiles)).toBe(
      'Of 826 SWE-agent 0.x runs on SWE-bench Lite, 89.2 % failed: 93.5 % of those with this sign, 79.4 % of those without.',
    );
    expect(rateWords(null)).toContain('Not measured');
  });
});
