import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRow } from '../../../../src/core/dataset/readRow';
import { commit, instanceRow } from '../../../fakes/rows';

const context = { where: 'ledger.jsonl row 7', format: 'swebench-jsonl', benchmark: 'swe-bench' };
const read = (changes: Record<string, unknown>) => readRow(instanceRow('acme__ledger-1', changes), context);

const opened = (changes: Record<string, unknown> = {}) => {
  const reading = read(changes);
  if (reading.kind !== 'instance') throw new Error(reading.problem.reason);
  return reading;
};

const leftOut = (changes: Record<string, unknown>) => {
  const reading = read(changes);
  if (reading.kind !== 'skipped') throw new Error('the row opened');
  return reading.problem;
};

describe('readRow', () => {
  it('reads v5 columns, and lists given as JSON in a string, byte by byte', () => {
    const { instance, notes } = opened();
    expect(notes).toEqual([]);
    expect(instance).toMatchObject({
      id: 'acme__ledger-1',
      repo: 'acme/ledger',
      baseCommit: commit,
      evalType: 'pass_and_fail',
    });
    expect(instance.failToPass).toEqual(['sums', 'sums with a blank at the end ']);
    expect(instance.passToPass).toEqual(['keeps']);
    expect(instance.statement).toBe('\n\n# Totals are wrong\r\nThey are.');
    expect(instance.hints).toBe('');
  });

  it('gives null, not empty text, for what classic rows lack', () => {
    const { instance } = opened({ eval_script: undefined, image: null, log_parser: undefined, eval_type: undefined });
    expect([instance.evalScript, instance.image, instance.logParser, instance.evalType]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('keeps unknown columns in extra under their own names, known ones out of it', () => {
    const { instance } = opened({ checklists: ['b1'], image_assets: '{}', __proto__x: 1 });
    expect(instance.extra).toEqual({ checklists: ['b1'], image_assets: '{}', __proto__x: 1 });
  });

  it('takes labels from the data, lists and single texts', () => {
    const { instance } = opened({
      task_types: ['BF', 'FE'],
      programming_languages: 'TypeScript',
      difficulty: '1-4 hours',
    });
    expect(instance.labels.taskTypes).toEqual([
      { value: 'BF', source: 'data' },
      { value: 'FE', source: 'data' },
    ]);
    expect(instance.labels.languages).toEqual([{ value: 'TypeScript', source: 'data' }]);
    expect(instance.labels).not.toHaveProperty('scenarios');
  });

  it.each([
    ['FAIL_TO_PASS', 'test_a, test_b'],
    ['FAIL_TO_PASS', 5],
    ['PASS_TO_PASS', ['a', 1]],
    ['PASS_TO_PASS', '{"a":1}'],
    ['patch', ['diff']],
    ['test_patch', 7],
    ['instance_id', 12],
    ['instance_id', ''],
    ['instance_id', undefined],
  ])('leaves out a row whose %s is %j, and says where, which and what to do', (field, value) => {
    const problem = leftOut({ [field]: value });
    expect(problem.where).toBe('ledger.jsonl row 7');
    expect(problem.field).toBe(field);
    expect(problem.reason).toMatch(/expected.+(?:Write|Quote|Give|found)/);
  });

  it.each([
    ['', 'is empty'],
    ['9f31c02e', 'no 40 or 64 hex digits'],
    ['--upload-pack=x', 'no 40 or 64 hex'],
  ])('opens a row with base_commit %j for reading, with a note', (base, words) => {
    const { instance, notes } = opened({ base_commit: base });
    expect(instance.baseCommit).toBe(base);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ field: 'base_commit' });
    expect(notes[0]?.reason).toContain(words);
  });

  it.each(['ledger', 'a/b/c', 'https://x/y', '-x/y', 'x/..', 'a/-b', 'ext::sh -c x/y'])(
    'notes that repo %j is no owner/name',
    (repo) => {
      expect(opened({ repo }).notes.map((note) => note.field)).toEqual(['repo']);
    },
  );

  it('notes each missing column once and opens the row', () => {
    const { notes } = opened({ base_commit: undefined, PASS_TO_PASS: null });
    expect(notes.map((note) => note.field)).toEqual(['base_commit', 'PASS_TO_PASS']);
  });

  it('keeps the value of a soft column of a wrong type in extra', () => {
    const { instance, notes } = opened({ image: { name: 'x' }, created_at: 1609298073000 });
    expect(instance.image).toBeNull();
    expect(instance.extra['image']).toEqual({ name: 'x' });
    expect(instance.createdAt).toBe('1609298073000');
    expect(notes.map((note) => note.field).sort()).toEqual(['created_at', 'image']);
  });

  it('notes an id that can not name a folder even with per cent codes', () => {
    const fieldsOf = (id: string) => {
      const reading = readRow(instanceRow(id), context);
      return reading.kind === 'instance' ? reading.notes.map(({ field }) => field) : null;
    };
    expect(fieldsOf('n\0l')).toEqual(['instance_id']);
    expect(fieldsOf('x'.repeat(201))).toEqual(['instance_id']);
    expect(fieldsOf('../../etc')).toEqual([]);
  });

  it.each([[null], [[1]], ['text'], [7]])('leaves out %j, which is no object', (value) => {
    expect(readRow(value, context)).toMatchObject({ kind: 'skipped', problem: { field: null } });
  });

  it('never throws, and never both opens and leaves out, whatever the row holds', () => {
    const column = fc.constantFrom(...Object.keys(instanceRow('x')), 'difficulty', '__proto__', 'task_types');
    fc.assert(
      fc.property(fc.dictionary(column, fc.jsonValue()), (row) => {
        const reading = readRow(row, context);
        if (reading.kind === 'skipped') expect(reading.problem.reason).not.toBe('');
        else expect(reading.instance.id).not.toBe('');
      }),
    );
  });

  it('keeps any list of test ids exactly, as a list and as JSON in a string', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (ids) => {
        expect(opened({ FAIL_TO_PASS: ids }).instance.failToPass).toEqual(ids);
        expect(opened({ FAIL_TO_PASS: JSON.stringify(ids) }).instance.failToPass).toEqual(ids);
      }),
    );
  });
});
