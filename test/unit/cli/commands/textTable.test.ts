import { describe, expect, it } from 'vitest';
import { table } from '../../../../src/cli/commands/textTable';

describe('a table of text', () => {
  it('has columns as wide as their widest cell, and no blanks at the ends of lines', () => {
    expect(
      table([
        ['a', 'b'],
        ['longer', ''],
      ]),
    ).toBe('a       b\nlonger');
    expect(table([])).toBe('');
  });

  it('takes as many rows as a trajectory has steps', () => {
    const rows = Array.from({ length: 300_000 }, (_, at) => [String(at), 'x']);
    expect(table(rows).split('\n')).toHaveLength(300_000);
  });
});
