import { describe, expect, it } from 'vitest';
import type { GradedEntry } from '../../../../src/app/gradeBeside';
import { folderDocument, oneDocument } from '../../../../src/cli/commands/gradeJson';
import { keysOf } from '../../../../src/cli/commands/gradeKeys';
import { gradeLog } from '../../../../src/core/evaluation/grade/gradeLog';

const instance = (id: string) => ({
  id,
  repo: null,
  version: null,
  failToPass: ['f'],
  passToPass: [],
  logParser: 'tap',
  evalType: null,
});

const entry = (id: string, attempt?: number): GradedEntry => ({
  path: `/logs/${id}`,
  grade: gradeLog({ instance: instance(id), rules: 'swebench-v4', log: 'ok 1 - f\n' }),
  ...(attempt === undefined ? {} : { attempt }),
});

const keys = (...entries: readonly GradedEntry[]) => keysOf(entries).map(([key]) => key);

describe('keys of graded logs', () => {
  it('are the ids, and numbered for other logs of the same instance', () => {
    expect(keys(entry('a'), entry('b'), entry('a'), entry('a'))).toEqual(['a', 'b', 'a#2', 'a#3']);
  });

  it('keep the number of a sample or repeat', () => {
    expect(keys(entry('a', 1), entry('a', 2), entry('a', 4), entry('a', 4))).toEqual(['a', 'a#2', 'a#4', 'a#3']);
  });

  it('never take the id of another instance, whichever comes first', () => {
    expect(keys(entry('a'), entry('a'), entry('a#2'))).toEqual(['a', 'a#3', 'a#2']);
    expect(keys(entry('a#2'), entry('a#2'), entry('a'), entry('a'))).toEqual(['a#2', 'a#2#2', 'a', 'a#3']);
  });

  it.each(['touchstone', 'touchstoneSkipped', 'touchstoneFlaky', 'touchstonePassAtK'])(
    'number an instance that is called %s',
    (id) => {
      expect(keys(entry(id), entry(id))).toEqual([`${id}#1`, `${id}#2`]);
    },
  );
});

describe('the JSON document', () => {
  const ids = ['__proto__', 'constructor', 'touchstone', 'a'];

  it('loses no instance, whatever it is called', () => {
    const graded = ids.map((id) => entry(id));
    const text = JSON.stringify(folderDocument({ graded, withoutLog: [], skipped: [] }));
    const { touchstone, touchstoneSkipped, ...reports } = JSON.parse(text);
    expect(touchstoneSkipped).toEqual([]);
    expect(Object.keys(reports).sort()).toEqual(['__proto__', 'a', 'constructor', 'touchstone#1'].sort());
    expect(Object.values<{ instance: string }>(touchstone).map((one) => one.instance)).toEqual(ids);
  });

  it.each(ids)('of one log holds the report of %s', (id) => {
    const { touchstone, ...reports } = JSON.parse(JSON.stringify(oneDocument(entry(id))));
    expect(Object.values(reports)).toMatchObject([{ patch_exists: true }]);
    expect(touchstone.instance).toBe(id);
  });
});
