import { describe, expect, it } from 'vitest';
import { detectRow } from '../../../../src/core/dataset/detectRow';
import { titleOfBenchmark } from '../../../../src/core/dataset/formats/benchmarkTitles';
import { rowFormats } from '../../../../src/core/dataset/formats/registry';
import { imageOf, workdirOf } from '../../../../src/core/dataset/imageOf';
import type { Instance, Label } from '../../../../src/core/instance/instance';
import type { Problem } from '../../../../src/core/shared/problem';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { commit } from '../../../fakes/rows';

const read = (name: string, changes: Readonly<Record<string, unknown>> = {}) => {
  const row = { ...benchmarkRows[name], ...changes };
  const kind = detectRow(row);
  if (kind.kind !== 'instance') throw new Error(`${name} is ${kind.kind}`);
  return kind.format.read(row, { where: 'row 1', format: `${name}-jsonl`, benchmark: kind.benchmark });
};

const opened = (
  name: string,
  changes: Readonly<Record<string, unknown>> = {},
): { i: Instance; notes: readonly Problem[] } => {
  const reading = read(name, changes);
  if (reading.kind === 'skipped') throw new Error(reading.problem.reason);
  return { i: reading.instance, notes: reading.notes };
};

const labelled = (i: Instance) =>
  Object.fromEntries(
    Object.entries(i.labels as Readonly<Record<string, readonly Label[]>>).map(([k, v]) => [k, v.map((l) => l.value)]),
  );

describe('every benchmark of rows', () => {
  it('has a title for people', () => {
    const untitled = rowFormats.filter(({ benchmark }) => titleOfBenchmark(benchmark) === benchmark);
    expect(untitled.map(({ name }) => name)).toEqual([]);
    expect(titleOfBenchmark('constructor')).toBe('constructor');
  });

  it.each(Object.keys(benchmarkRows))('%s opens without a note, and lists the id that it has', (name) => {
    const { i, notes } = opened(name);
    expect(notes).toEqual([]);
    const kind = detectRow(benchmarkRows[name]);
    const listed = kind.kind === 'instance' ? kind.format.list(benchmarkRows[name] ?? {}) : null;
    expect([listed?.id, listed?.repo]).toEqual([i.id, i.repo]);
    expect(listed?.statement).toBe(i.statement);
    expect(i.statement).not.toBeNull();
  });
});

describe('SWE-bench-Live', () => {
  it('takes its image, never the source of a parser; what it has beyond stands in extra', () => {
    const { i } = opened('swebench-live');
    expect(i).toMatchObject({ benchmark: 'swe-bench-live', logParser: null, labels: {} });
    expect(i.image).toBe('starryzhang/sweb.eval.x86_64.acme_1776_ledger-2');
    expect(i.extra).toMatchObject({ test_cmds: ['npm test'], pull_number: '2', difficulty: { files: 1 } });
    expect(i.extra['log_parser']).toContain('def parser');
    expect(opened('swebench-live', { log_parser: 'pytest' }).i.logParser).toBe('pytest');
  });
});

describe('SWE-bench Pro', () => {
  it('reads lists as Python literals, as lists and as JSON, ids byte by byte', () => {
    const { i } = opened('swebench-pro');
    expect(i.failToPass).toEqual(['test/a.js | sums "day"', "it's ä "]);
    expect(i.passToPass).toEqual([]);
    expect(i.extra).toMatchObject({
      issue_specificity: ['major_bug'],
      issue_categories: ['api_knowledge', 'other'],
      selected_test_files_to_run: ['test/a.js'],
      before_repo_set_cmd: 'git reset --hard\ngit checkout x -- test',
    });
    expect(labelled(i)).toEqual({ languages: ['JavaScript'] });
    expect(opened('swebench-pro', { fail_to_pass: ['a '], pass_to_pass: '["b"]' }).i).toMatchObject({
      failToPass: ['a '],
      passToPass: ['b'],
    });
  });

  it.each([
    ["['a' 'b']", /NumPy/],
    ["['a'", /"," or "\]" expected at character 5/],
    ["__import__('os').system('x')", /list .*expected/],
    ['[1]', /expected/],
    [7, /number found/],
  ])('leaves out a row whose fail_to_pass is %j', (value, words) => {
    const reading = read('swebench-pro', { fail_to_pass: value });
    expect(reading.kind === 'skipped' && reading.problem).toMatchObject({ field: 'fail_to_pass' });
    expect(reading.kind === 'skipped' && reading.problem.reason).toMatch(words);
  });

  it.each([
    [{}, 'jefzda/sweap-images:acme.ledger-tag', 'row'],
    [{ dockerhub_tag: null }, `jefzda/sweap-images:acme.ledger-acme__ledger-${commit}`, 'rule'],
    [
      { dockerhub_tag: '', repo: 'element-hq/element-web', instance_id: 'instance_element-hq__element-web-aa-vnan' },
      'jefzda/sweap-images:element-hq.element-element-hq__element-web-aa',
      'rule',
    ],
    [
      {
        dockerhub_tag: null,
        repo: 'element-hq/element-web',
        instance_id: 'instance_element-hq__element-web-ec0f940ef0e8e3b61078f145f34dc40d1938e6c5-vnan',
      },
      'jefzda/sweap-images:element-hq.element-web-element-hq__element-web-ec0f940ef0e8e3b61078f145f34dc40d1938e6c5-vnan',
      'rule',
    ],
  ])('names the image of %j', (changes, name, source) => {
    expect(imageOf(opened('swebench-pro', changes).i)).toMatchObject({ name, source });
  });

  it('cuts a tag at 128 characters', () => {
    const changes = { dockerhub_tag: null, instance_id: `instance_acme__ledger-${commit}-v${'0'.repeat(90)}` };
    expect(imageOf(opened('swebench-pro', changes).i)?.name.split(':')[1]).toHaveLength(128);
  });
});

describe('Multi-SWE-bench', () => {
  it('makes the id that its harness writes, and keeps all maps', () => {
    const { i } = opened('multi-swe-bench');
    expect(i).toMatchObject({ id: 'Acme/ledger:pr-12', repo: 'Acme/ledger', baseCommit: commit });
    expect(i.statement).toBe('Totals are wrong\n\nThey are.');
    expect(i.failToPass).toEqual(['sums', 'adds']);
    expect(i.passToPass).toEqual(['keeps']);
    expect(i.goldPatch).toBe(benchmarkRows['multi-swe-bench']?.['fix_patch']);
    expect(Object.keys(i.extra)).toEqual(
      expect.arrayContaining(['org', 'base', 'title', 'body', 'f2p_tests', 'run_result']),
    );
    expect(imageOf(i)).toMatchObject({ name: 'mswebench/acme_m_ledger:pr-12', source: 'rule' });
  });

  it('has the same id where number is a text, as in predictions', () => {
    expect(opened('multi-swe-bench', { number: '12' }).i.id).toBe('Acme/ledger:pr-12');
  });

  it('leaves out a row without its number', () => {
    expect(read('multi-swe-bench', { number: null })).toMatchObject({ kind: 'skipped', problem: { field: 'number' } });
  });
});

describe('SWE-rebench', () => {
  it('reads V2: time from milliseconds, parser from install_config, language as a label', () => {
    const { i } = opened('swe-rebench');
    expect(i.createdAt).toBe('2020-12-30T03:14:33.000Z');
    expect(i).toMatchObject({ logParser: 'parse_log_x', image: 'docker.io/swerebenchv2/acme-ledger:5-0123456' });
    expect(labelled(i)).toEqual({ languages: ['C'] });
    expect(i.extra).toMatchObject({ install_config: { test_cmd: 'make check' }, meta: {}, interface: 'None.' });
    expect(imageOf({ ...i, image: null })?.name).toBe('docker.io/swerebenchv2/acme-ledger:5-0123456');
  });

  it('names the image of v1 by the rule', () => {
    const { i } = opened('swebench', { install_config: { python: '3.9' } });
    expect(i.benchmark).toBe('swe-rebench');
    expect(imageOf(i)?.name).toBe('swerebench/sweb.eval.x86_64.acme_1776_ledger-1:latest');
  });
});

describe('SWE-smith', () => {
  it('takes the reverse of its patch as gold and keeps the patch itself', () => {
    const { i } = opened('swe-smith');
    expect(i.goldPatch).toBe('diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-2\n+1\n');
    expect(i.extra['patch']).toBe(benchmarkRows['swe-smith']?.['patch']);
    expect(i.image).toBe('swesmith.x86_64.acme__ledger.01234567');
  });

  it('opens without gold where the patch can’t be reversed, and says why', () => {
    const { i, notes } = opened('swe-smith', { patch: 'Fixed.' });
    expect(i.goldPatch).toBeNull();
    expect(notes[0]).toMatchObject({ field: 'patch' });
    expect(notes[0]?.reason).toContain('no change');
  });
});

describe('where the repository stands in published images', () => {
  it.each([
    ['swebench', '/testbed'],
    ['swebench-pro', '/app'],
    ['multi-swe-bench', '/home/ledger'],
    ['swe-rebench', '/ledger'],
    ['swe-smith', '/testbed'],
  ])('%s: %s', (name, folder) => {
    expect(workdirOf(opened(name).i)).toBe(folder);
  });
});

describe('SWE-Gym, SWE-bench, SWE-Compass', () => {
  it('names images by each rule', () => {
    expect(imageOf(opened('swe-gym').i)?.name).toBe('xingyaoww/sweb.eval.x86_64.getmoto_s_moto-7:latest');
    const { i } = opened('swebench');
    expect(imageOf(i)).toEqual({
      name: 'swebench/sweb.eval.x86_64.acme_1776_ledger-1:latest',
      source: 'rule',
      words: 'by the naming rule of SWE-bench',
    });
    expect(imageOf({ ...i, image: 'own:1' })).toMatchObject({ name: 'own:1', source: 'row' });
    expect(imageOf({ ...i, id: 'nothing known' })).toBeNull();
  });

  it('takes Compass’s labels from the data and keeps what grading needs', () => {
    const { i } = opened('swe-compass');
    expect(labelled(i)).toEqual({
      taskTypes: ['Bug Fixing'],
      scenarios: ['Application Development'],
      languages: ['Python'],
    });
    expect(i.extra).toMatchObject({ source: 'swe_bench', questions: ['What breaks?'], repo_key: 'acme_ledger' });
    const code = { patch: null, test_patch: undefined, FAIL_TO_PASS: null, PASS_TO_PASS: undefined, base_commit: null };
    expect(opened('swe-compass', code).notes).toEqual([]);
  });
});

describe('benchmarks of single functions and programs', () => {
  it.each([
    ['humaneval', 'HumanEval/900', 'def f(x):\n    """Doubles."""\n', 'canonical_solution'],
    ['evalplus', 'Mbpp/901', '"""Doubles."""', 'plus_input'],
    ['mbpp', '902', 'Write a function that doubles.', 'test_list'],
    ['bigcodebench', 'BigCodeBench/903', 'import os\ndef task_func():\n', 'instruct_prompt'],
    ['livecodebench', 'q904', 'Double the number.', 'starter_code'],
    ['cruxeval', 'sample_905', 'def f(x):\n    return 2 * x', 'output'],
    ['codecontests', '906_A. Doubles', 'Double the number.', 'solutions'],
  ])('%s: id, prompt as statement, the rest in extra', (name, id, statement, kept) => {
    const { i } = opened(name);
    expect(i).toMatchObject({ id, statement, repo: null, goldPatch: null, failToPass: null, image: null });
    expect(i.extra[kept]).toEqual(benchmarkRows[name]?.[kept]);
  });

  it('reads LiveCodeBench’s JSON and shows what is encoded as that, never unpacked', () => {
    const { i } = opened('livecodebench');
    expect(i.extra['public_test_cases']).toEqual([{ input: '1', output: '2', testtype: 'stdin' }]);
    expect(i.extra['metadata']).toEqual({ func_name: 'f' });
    expect(i.extra['private_test_cases']).toEqual({ encoded: 'eJxrYJmqwAAGAAKwAR4=' });
    expect(i).toMatchObject({ createdAt: '2026-01-02T00:00:00' });
    expect(labelled(i)).toEqual({ difficulty: ['easy'] });
  });
});
