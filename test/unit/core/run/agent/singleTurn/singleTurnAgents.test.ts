import { expect, test } from 'vitest';
import { extractionFailure } from '../../../../../../src/core/run/agent/singleTurn/answerRecord';
import { singleTurnAgents } from '../../../../../../src/core/run/agent/singleTurn/singleTurnAgents';
import { ModelFault } from '../../../../../../src/core/run/model/modelProvider';
import { isSampleRow } from '../../../../../../src/core/run/prediction/readSamples';
import { miniSweAgent2 } from '../../../../../../src/core/run/trajectory/formats/miniSweAgent';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';
import { attemptOf } from './attemptOf';

const agent = (id: string) => singleTurnAgents.find((one) => one.id === id)!;
const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n';

test("the prompt is the dataset's own text where it has one, and the gold patch is in none", async () => {
  const gold = { goldPatch: 'SECRET', testPatch: 'SECRET' };
  const own = await attemptOf(agent('patch'), diff, { instance: { ...gold, extra: { text: 'Row prompt' } } });
  expect(own.asked).toEqual([{ role: 'user', content: 'Row prompt' }]);
  const made = await attemptOf(agent('patch'), diff, { instance: gold, files: { 'src/a.js': 'let a;\n' } });
  expect(made.asked[0]?.content).toContain('[file src/a.js]\nlet a;\n[end of src/a.js]');
  expect(JSON.stringify(made.asked)).not.toContain('SECRET');
  expect(made.result.row?.['prompt']).toMatchObject({
    from: 'statement',
    files: ['src/a.js'],
    chosenBy: 'all that fit',
  });
});

test('files come from the paths that the row says were retrieved', async () => {
  const files = { 'a.js': 'A', 'b.js': 'B' };
  const { result } = await attemptOf(agent('patch'), diff, {
    files,
    instance: { extra: { hits: [{ docid: 'b.js' }] } },
  });
  expect(result.row?.['prompt']).toMatchObject({ files: ['b.js'], chosenBy: 'row' });
});

test('reply, extractor with version and patch are kept; wrong counts are mended beside it alone', async () => {
  const wrong = diff.replace('-1 +1', '-1,4 +1,4');
  const { result } = await attemptOf(agent('patch'), `<patch>\n${wrong}</patch>`);
  expect(result).toMatchObject({ status: 'submitted', submission: wrong });
  expect(result.row).toMatchObject({
    model_patch: wrong,
    full_output: `<patch>\n${wrong}</patch>`,
    extraction: { extractor: 'swe-bench-diff', version: 1, status: 'extracted', rule: 'the first <patch> tag' },
    repaired_patch: { patch: diff },
  });
});

test('a reply without an answer is a failure of its own and no empty patch', async () => {
  const { result } = await attemptOf(agent('patch'), 'Sorry.');
  expect(result).toMatchObject({ status: 'format', rawStatus: 'ExtractionFailed', submission: null, costUsd: 0.25 });
  expect(result.row).toMatchObject({ model_patch: null, full_output: 'Sorry.' });
  expect(extractionFailure(result.row)).toMatchObject({ fault: 'no-block' });
});

test('edits are applied to the base files; what does not fit is said beside what does', async () => {
  const reply =
    'a.js\n<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\nb.js\n<<<<<<< SEARCH\n9\n=======\n8\n>>>>>>> REPLACE\n';
  const { result } = await attemptOf(agent('search-replace'), reply, { files: { 'a.js': '1\n', 'b.js': '2\n' } });
  expect(result.submission).toContain('-1\n+2\n');
  expect(result.fault).toContain('b.js, block 2');
  const none = await attemptOf(agent('search-replace'), reply);
  expect(none.result).toMatchObject({ rawStatus: 'ExtractionFailed', submission: null });
  expect(extractionFailure(none.result.row)?.fault).toBe('no-edit-fits');
});

test('code becomes a row of samples, whole or as what follows the prompt', async () => {
  const instance = { statement: 'def f(x):\n', extra: { entry_point: 'f' }, benchmark: 'humaneval' };
  const whole = await attemptOf(agent('code'), '```python\ndef f(x):\n    return x\n```', { instance });
  expect(whole.result.row).toMatchObject({ task_id: 'spandrel-14', solution: 'def f(x):\n    return x\n' });
  expect(isSampleRow(whole.result.row, null)).toBe(true);
  const rest = await attemptOf(agent('code'), '```python\n    return x\n```', { instance });
  expect(rest.result.row).toMatchObject({ completion: '    return x\n' });
});

test('code that Python refuses for its indentation is told from code that was never given', async () => {
  const instance = { statement: 'def f(x):\n', extra: { entry_point: 'f' }, benchmark: 'humaneval' };
  const bad = await attemptOf(agent('code'), '```python\nreturn x\n```', { instance });
  expect(bad.result.row?.['extraction']).toMatchObject({
    status: 'extracted',
    indentation: { line: 2, say: 'expected an indented block' },
  });
  const cut = await attemptOf(agent('code'), '```python\ndef f(x):\n    ret', { instance, finish: 'length' });
  expect(extractionFailure(cut.result.row)?.fault).toBe('cut');
});

test("a model that can't be asked leaves a trajectory that says so", async () => {
  const { result, kept } = await attemptOf(agent('patch'), new ModelFault('auth', 'The key was refused.', 401));
  expect(result).toMatchObject({
    status: 'api_error',
    rawStatus: 'AuthenticationError',
    fault: 'The key was refused.',
    ...{ calls: 1, costUsd: 0 },
  });
  const model_stats = { api_calls: 1, instance_cost: 0 };
  expect(JSON.parse(kept.at(-1) ?? '')).toMatchObject({ info: { exit_status: 'AuthenticationError', model_stats } });
});

const opened = (kept: readonly string[]) =>
  readRecords(miniSweAgent2, recordsOf(JSON.parse(kept.at(-1) ?? ''), { kind: 'document', arrays: ['messages'] }));

test('the trajectory shows the reply and, beside it, what was taken out of it and by which rule', async () => {
  const { kept } = await attemptOf(agent('patch'), `So:\n<patch>\n${diff}</patch>`);
  const { head, steps } = opened(kept);
  expect(head).toMatchObject({ agent: 'patch', status: 'submitted', finalPatch: { text: diff } });
  expect(head.totals).toMatchObject({ apiCalls: 1, costUsd: 0.25, completion: 5 });
  expect(steps).toHaveLength(2);
  expect(steps[1]).toMatchObject({
    thought: `So:\n<patch>\n${diff}</patch>`,
    calls: [{ name: 'extract', kind: 'submit', rawArgs: 'swe-bench-diff 1: the first <patch> tag' }],
    observations: [{ text: diff }],
  });
});

test('a trajectory of a reply without an answer says so in its status and at the step', async () => {
  const { head, steps } = opened((await attemptOf(agent('code'), 'I would run\n```bash\nls')).kept);
  expect(head.status).toBe('submitted');
  const refused = opened((await attemptOf(agent('code'), 'No.')).kept);
  expect(refused.head).toMatchObject({ status: 'format', rawStatus: 'ExtractionFailed', finalPatch: null });
  expect(refused.steps[1]?.notices).toEqual([{ kind: 'format-error', text: 'The reply has no fenced block.' }]);
  expect(steps[1]?.calls.map(({ name }) => name)).toEqual(['extract']);
});
