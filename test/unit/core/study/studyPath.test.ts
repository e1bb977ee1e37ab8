import { describe, expect, it } from 'vitest';
import { titleOf } from '../../../../src/core/dataset/summaryRow';
import { nearest } from '../../../../src/core/shared/nearest';
import { spanMs } from '../../../../src/core/study/spans';
import { folderOf, joinPath, nameOf, pathBelow, staysInside, stemOf } from '../../../../src/core/study/studyPath';

describe('paths of a study file', () => {
  it.each(['a/b', './a', 'a/../b', 'ä b/c'])('%j stays inside', (path) => {
    expect(staysInside(path)).toBe(true);
  });

  it.each(['..', '../a', 'a/../../b', '/etc', 'C:\\x', '\\\\server\\x', 'a\\..\\..\\b', 'a\0b'])(
    '%j leaves',
    (path) => {
      expect(staysInside(path)).toBe(false);
    },
  );

  it('joins, names and cuts', () => {
    expect(joinPath('/s/x', '../data/./a.jsonl')).toBe('/s/data/a.jsonl');
    expect(joinPath('/s', '/abs/a')).toBe('/abs/a');
    expect([nameOf('/a/b/'), folderOf('/a/b/'), folderOf('/a')]).toEqual(['b', '/a', '/']);
    expect([pathBelow('/s/a', '/s/a/b/'), pathBelow('C:\\s', 'C:/s'), pathBelow('/s/a', '/s/ab')]).toEqual([
      'b',
      '',
      null,
    ]);
    expect(['a/x.jsonl.gz', 'x.pred', 'x', '.gz'].map(stemOf)).toEqual(['x', 'x', 'x', '.gz']);
  });
});

describe('spans and nearest names', () => {
  it('reads spans', () => {
    expect(['500ms', '20s', '1.5h', '2d'].map(spanMs)).toEqual([500, 20_000, 5_400_000, 172_800_000]);
    expect(['20', 's', '-1s', '1w', ''].map(spanMs)).toEqual([null, null, null, null, null]);
  });

  it('names what was probably meant, and nothing where all is far', () => {
    expect(nearest('datset', ['datasets', 'runs'])).toBe('datasets');
    expect(nearest('zzzzz', ['datasets', 'runs'])).toBeNull();
  });
});

describe('titleOf', () => {
  it('is the first line with text', () => {
    expect(titleOf('\r\n  \n # Sums \r\nmore')).toBe('# Sums');
    expect([titleOf(null), titleOf(''), titleOf(' \n ')]).toEqual([null, null, null]);
  });
});
