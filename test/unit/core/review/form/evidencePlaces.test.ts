import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PlaceEvidence } from '../../../../../src/core/review/form/answers';
import { findLines } from '../../../../../src/core/review/form/findLines';
import { kindWords, takenAs } from '../../../../../src/core/review/form/takesEvidence';
import { rubricOf } from '../patchReview';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const marked: PlaceEvidence = {
  ...{ kind: 'diff', path: 'src/a.js', side: 'model', range: { start: 3, end: 4 } },
  ...{ contentHash: sha256('three\nfour'), contextHashes: [], label: 'a.js 3-4, model' },
};

describe('a marked place', () => {
  it('stays where its lines are', () => {
    expect(findLines(['one', 'two', 'three', 'four'], marked, sha256)).toEqual({ kind: 'same', start: 3, end: 4 });
  });

  it('is said to have moved where its lines stand elsewhere, the nearest place first', () => {
    const lines = ['three', 'four', 'new', 'new', 'three', 'four', '', '', '', 'three', 'four'];
    expect(findLines(lines, marked, sha256)).toEqual({ kind: 'moved', start: 1, end: 2 });
    expect(findLines(lines.slice(2), marked, sha256)).toEqual({ kind: 'same', start: 3, end: 4 });
  });

  it('has drifted where no lines are what was marked', () => {
    expect(findLines(['one', 'two', 'three', 'FOUR'], marked, sha256)).toEqual({ kind: 'drifted' });
    expect(findLines([], marked, sha256)).toEqual({ kind: 'drifted' });
  });
});

describe('a question that wants evidence', () => {
  const of = (rubric: string, id: string) => {
    const { criteria, overall } = rubricOf(rubric);
    const asked = id === 'overall' ? overall : criteria.find((one) => one.id === id);
    if (!asked) throw new Error(`${rubric} asks no ${id}`);
    return asked;
  };

  it('says in words what it takes', () => {
    expect(kindWords(of('failure-analysis', 'overall').evidence.kinds)).toBe('a step or a line');
    expect(kindWords(of('failure-analysis', 'first_wrong_step').evidence.kinds)).toBe('a step');
    expect(kindWords(of('task-quality', 'tests_too_wide').evidence.kinds)).toBe('a test or words of yours');
    expect(kindWords(of('test-quality', 'green_on_base').evidence.kinds)).toBe('a line of the log');
  });

  it('takes a marked assertion as the test that it is asked for, and refuses what it did not ask for', () => {
    expect(takenAs(of('task-quality', 'tests_too_wide'), marked)).toEqual({ ...marked, kind: 'test' });
    expect(takenAs(of('task-quality', 'tests_too_narrow'), marked)).toEqual(marked);
    expect(takenAs(of('failure-analysis', 'first_wrong_step'), marked)).toBeNull();
  });
});
