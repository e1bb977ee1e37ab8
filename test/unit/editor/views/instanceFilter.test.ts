import { describe, expect, it } from 'vitest';
import { describeFilter, isFiltered, noFilter } from '../../../../src/editor/views/instanceFilter';

const counts = (total: number, all: number, running = false) => ({ total, all, search: { running, read: 1, of: 2 } });
const nameOf = (path: string): string => path.slice(1);

describe('the words of the Instances view', () => {
  it('say how many of how many, and by what', () => {
    const filter = { ...noFilter, facets: { language: ['Python'], outcome: ['gpt\nunresolved'] } };
    expect(describeFilter(filter, counts(57, 2294), 'gpt', nameOf)).toBe(
      '57 of 2,294: language Python, unresolved by gpt',
    );
  });

  it('join alternatives of a facet by "or", and name each run', () => {
    const filter = {
      ...noFilter,
      text: ' holes ',
      facets: { dataset: ['/lite'], outcome: ['a\nresolved', 'b\nnone', 'a\nnone'], verdict: ['', 'wrong'] },
    };
    expect(describeFilter(filter, counts(1, 2), null, nameOf)).toBe(
      '1 of 2: "holes", dataset lite, resolved or no verdict by a, no verdict by b, verdict not judged or wrong',
    );
  });

  it('say "so far" while statements and patches are searched', () => {
    expect(describeFilter({ ...noFilter, text: 'x' }, counts(3, 10, true), null, nameOf)).toBe('3 so far of 10: "x"');
  });

  it('without a filter say whose outcomes are shown, and other groups than usual', () => {
    expect(describeFilter(noFilter, counts(6, 6), 'heron-2', nameOf)).toBe('6 · outcome of heron-2');
    const byLanguage = { ...noFilter, groupBy: { facet: 'language', run: null } as const };
    expect(describeFilter(byLanguage, counts(6, 6), null, nameOf)).toBe('6 · by language');
    expect(describeFilter({ ...noFilter, groupBy: null }, counts(6, 6), null, nameOf)).toBe('6 · no groups');
    expect(describeFilter(noFilter, counts(0, 0), null, nameOf)).toBe('');
  });

  it('know a filter from none', () => {
    expect(isFiltered({ ...noFilter, facets: { language: [] }, text: ' ' })).toBe(false);
    expect(isFiltered({ ...noFilter, facets: { language: ['Go'] } })).toBe(true);
  });
});
