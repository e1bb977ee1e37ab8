import { describe, expect, it } from 'vitest';
import { blankTrajectory } from '../../../../../../src/core/run/trajectory/blank';
import { SignalCollector, suggestFailureModes } from '../../../../../../src/core/run/trajectory/signals/failureSignals';
import { measuredRates, rateWords } from '../../../../../../src/core/run/trajectory/signals/measuredRates';
import type { ComparedFacts, Signal } from '../../../../../../src/core/run/trajectory/signals/signal';
import type { Step } from '../../../../../../src/core/run/trajectory/step';
import type { Trajectory } from '../../../../../../src/core/run/trajectory/trajectory';
import { callStep, madeCall, madeStep } from '../madeSteps';

const signalsOf = (
  steps: readonly Step[],
  head: Partial<Trajectory> = {},
  goldFiles: readonly string[] | null = null,
  known: Partial<ComparedFacts> = {},
): readonly Signal[] => {
  const compared = { goldLines: null, evaluation: null, statement: null, goldFiles, ...known };
  const collector = new SignalCollector(compared.statement);
  for (const step of steps) collector.take(step);
  return collector.signals({ head: { ...blankTrajectory('made'), ...head }, ...compared });
};

const marksOf = (steps: readonly Step[], head: Partial<Trajectory> = {}) => {
  const collector = new SignalCollector(null);
  for (const step of steps) collector.take(step);
  return collector.marks({ ...blankTrajectory('made'), ...head });
};

const nothing = { gold: false, tests: false };

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
    expect(extra.map((each) => [each.name, each.needs])).toEqual([['extra-files', 'gold']]);
  });
});

describe('signals of what was compared', () => {
  const finalPatch = patchOf('src/a.py');
  const tests = (success: number, failure: number) => ({ success, failure });
  const of = (known: Partial<ComparedFacts>, head: Partial<Trajectory> = { finalPatch }) =>
    signalsOf([shell(1, 'grep -rn readSpan src')], head, null, known).map(({ name, mode, needs }) => [
      name,
      mode,
      needs,
    ]);

  it('see what the evaluation said of the tests and of the patch', () => {
    const evaluation = { isApplied: true, failToPass: tests(2, 0), passToPass: tests(9, 0) };
    expect(of({ evaluation })).toEqual([]);
    expect(of({ evaluation: { ...evaluation, failToPass: tests(0, 2) } })).toEqual([]);
    expect(of({ evaluation: { ...evaluation, failToPass: tests(1, 1) } })).toEqual([
      ['some-tests-pass', 'ISE', 'tests'],
    ]);
    expect(of({ evaluation: { ...evaluation, passToPass: tests(8, 1) } })).toEqual([['tests-broken', 'ISE', 'tests']]);
    const refused = { isApplied: false, failToPass: null, passToPass: null };
    expect(of({ evaluation: refused })).toEqual([['patch-not-applied', 'TIE', 'tests']]);
  });

  it('see a patch much larger than the reference solution, its tests left out', () => {
    const lines = (path: string, count: number) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,${count} @@\n a\n${'+b\n'.repeat(count - 1)}`;
    const large = (path: string) => ({ finalPatch: { source: 'submission' as const, text: lines(path, 31) } });
    const known = { goldFiles: ['src/a.py', 'tests/a.py'], goldLines: 10 };
    expect(of(known, large('src/a.py'))).toContainEqual(['much-larger', 'ISE', 'gold']);
    expect(of({ ...known, goldLines: 11 }, large('src/a.py'))).not.toContainEqual(['much-larger', 'ISE', 'gold']);
    expect(of(known, large('tests/a.py'))).not.toContainEqual(['much-larger', 'ISE', 'gold']);
  });

  it('see that nothing which the statement names was looked for or changed', () => {
    expect(of({ statement: '`parse_all` fails, so does `Reader.open()`' })).toEqual([
      ['identifiers-absent', 'RMI', null],
    ]);
    expect(of({ statement: '`parse_all` fails, so does readSpan' })).toEqual([]);
    expect(of({ statement: 'It fails where the text is `odd`.' })).toEqual([]);
  });

  it('are hidden each by its own switch', () => {
    const evaluation = { isApplied: true, failToPass: tests(1, 1), passToPass: null };
    const signals = signalsOf([], { finalPatch }, ['src/b.py'], { evaluation });
    const modes = (hidden: typeof nothing) => suggestFailureModes(signals, { hidden }).map(({ mode }) => mode);
    expect(modes(nothing)).toEqual(['ISE', 'RMI']);
    expect(modes({ gold: true, tests: false })).toEqual(['ISE']);
    expect(modes({ gold: false, tests: true })).toEqual(['RMI']);
  });
});

describe('signals of warnings that were ignored', () => {
  const status = 'submitted' as const;
  const late = shell(1, 'node try.mjs', { text: '', exitCode: -1, timedOut: true });
  const good = (idx: number, command: string) => shell(idx, command, { text: 'ok', exitCode: 0 });

  it('see a command that ran out of time, unless it or the tests ended well later', () => {
    const name = 'timed-out-then-submitted';
    expect(named(signalsOf([late], { status }))).toHaveProperty([name], [1]);
    expect(named(signalsOf([late, good(2, 'ls')], { status }))).toHaveProperty([name], [1]);
    expect(named(signalsOf([late, good(2, 'node try.mjs')], { status }))).not.toHaveProperty([name]);
    expect(named(signalsOf([late, good(2, 'pytest')], { status }))).not.toHaveProperty([name]);
    expect(named(signalsOf([late], { status: 'aborted' }))).not.toHaveProperty([name]);
  });

  it('see a refused patch, unless a later one was taken', () => {
    const name = 'apply-refused';
    const refused = shell(1, 'git apply --check /tmp/a.patch', {
      text: 'error: a: No such file or directory',
      exitCode: 1,
    });
    expect(named(signalsOf([refused, good(2, 'ls')], { status }))).toHaveProperty([name], [1]);
    expect(named(signalsOf([refused, good(2, 'cd src && git apply b.patch')], { status }))).not.toHaveProperty([name]);
    expect(named(signalsOf([shell(1, 'ls', { exitCode: 1 })], { status }))).not.toHaveProperty([name]);
  });
});

describe('marks', () => {
  const write = (idx: number, path: string) => shell(idx, `cat > ${path} <<'EOF'\nx\nEOF`, { text: '', exitCode: 0 });

  it('tell edits of test files, scratch files left out', () => {
    expect(marksOf([write(1, 'src/a.js'), write(2, '/tmp/a.test.js'), write(3, '/testbed/test/helpers.js')])).toEqual([
      { name: 'test-edits', text: 'Edits of test files: test/helpers.js.', steps: [3] },
    ]);
  });

  it.each([
    ['git log --all -p', true],
    ['cd /testbed && git -C . --no-pager log --oneline --all', true],
    ['git reflog', true],
    ['git show 1a2b3c4d5e', true],
    ['git show origin/main:src/a.js', true],
    ['git log -p -3', false],
    ['git show HEAD~1', false],
    ['git add --all', false],
    ['echo git reflog', false],
  ])('tell looks at history: %s', (command, isHistory) => {
    expect(marksOf([shell(4, command)]).map(({ name, steps }) => [name, steps])).toEqual(
      isHistory ? [['history', [4]]] : [],
    );
  });

  it('tell new files of the patch with the steps that made them', () => {
    const head = { finalPatch: patchOf('src/a.py', 'repro.py+', 'b.py+') };
    expect(marksOf([write(1, 'src/a.py'), write(2, 'repro.py')], head)).toEqual([
      { name: 'added-files', text: '2 new files in the patch: repro.py, b.py.', steps: [2] },
    ]);
  });
});

describe('suggested failure modes', () => {
  const steps = [...times(5, (idx) => shell(idx, 'ls')), edit(6), ...times(3, (idx) => edit(idx + 6, 'ERROR: no'))];
  const head = { status: 'api_error' as const, finalPatch: patchOf('src/a.py', 'repro.py+') };

  it('are three at the most, the surroundings first, then by strength, each with its evidence', () => {
    const found = suggestFailureModes(signalsOf(steps, head), { hidden: nothing });
    expect(found.map((each) => each.mode)).toEqual(['OTH', 'INF', 'TIE']);
    expect(found[1]?.signals.map((each) => each.name)).toEqual(['same-action-and-result', 'identical-calls']);
  });

  it('tell nothing of the reference solution while blind', () => {
    const signals = signalsOf([], { finalPatch: patchOf('src/a.py') }, ['src/b.py']);
    expect(suggestFailureModes(signals, { hidden: nothing }).map((each) => each.mode)).toEqual(['RMI']);
    expect(suggestFailureModes(signals, { hidden: { gold: true, tests: false } })).toEqual([]);
  });

  it('say how often such a sign was followed by a failure', () => {
    expect(rateWords(measuredRates.extraFiles)).toBe(
      'Of 826 SWE-agent 0.x runs on SWE-bench Lite, 89.2 % failed: 93.5 % of those with this sign, 79.4 % of those without.',
    );
    expect(rateWords(null)).toContain('Not measured');
  });
});
