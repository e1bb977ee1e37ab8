import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCoverage } from '../../../../../src/core/evaluation/coverage/readCoverage';

const read = (...texts: readonly string[]) => readCoverage(texts.map((text, i) => ({ name: `report-${i + 1}`, text })));

const value = (...texts: readonly string[]) => {
  const result = read(...texts);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const error = (...texts: readonly string[]) => {
  const result = read(...texts);
  return result.ok ? null : result.error;
};

const lcov =
  'TN:\nSF:src/a.js\nFN:1,f\nFNDA:0,f\nDA:1,3\nDA:2,0\nDA:4,1,abc\nBRDA:1,0,0,-\nLF:3\nLH:2\nend_of_record\n';

const python = {
  meta: { format: 3, version: '7.6.1' },
  files: {
    'a.py': {
      executed_lines: [1, 3, 9],
      missing_lines: [5],
      excluded_lines: [7],
      summary: { covered_lines: 3, num_statements: 4, percent_covered: Number.NaN },
    },
  },
  totals: {},
};

const statement = (line: number) => ({ start: { line, column: 0 }, end: { line, column: 9 } });

/** Two statements on line 2, of which one ran: the line counts as executed, as istanbul counts it. */
const final = {
  '/testbed/a.js': {
    path: '/testbed/a.js',
    statementMap: { 0: statement(2), 1: statement(2), 2: statement(4) },
    s: { 0: 1, 1: 0, 2: 0 },
    fnMap: {},
    f: {},
  },
};

const summary = {
  total: { lines: { total: 9, covered: 9, skipped: 0, pct: 100 } },
  'a.js': { lines: { total: 5, covered: 4, skipped: 0, pct: 80 }, statements: { total: 6, covered: 4 } },
};

describe('coverage reports', () => {
  it('lcov: lines are the DA records', () => {
    expect(value(lcov)).toEqual({
      files: [{ path: 'src/a.js', lines: 3, executed: 2, executedLines: [1, 4] }],
      lines: 3,
      executed: 2,
      share: 2 / 3,
    });
  });

  it('lcov: a file that comes again adds its counts, and CRLF is no part of a line', () => {
    const again = value(`${lcov}SF:src/a.js\nDA:2,1\nend_of_record\n`.replaceAll('\n', '\r\n'));
    expect(again.files).toEqual([{ path: 'src/a.js', lines: 3, executed: 3, executedLines: [1, 2, 4] }]);
  });

  it('lcov: LF and LH stand in where there are no DA records', () => {
    expect(value('SF:a.c\nLF:10\nLH:4\nend_of_record').files).toEqual([{ path: 'a.c', lines: 10, executed: 4 }]);
  });

  it("coverage.py: statements, without the excluded lines; Python's NaN does no harm", () => {
    const text = JSON.stringify(python).replace('"percent_covered":null', '"percent_covered":NaN');
    expect(text).toContain('NaN');
    expect(value(text).files).toEqual([{ path: 'a.py', lines: 4, executed: 3, executedLines: [1, 3, 9] }]);
  });

  it('istanbul and c8: coverage-final.json by lines, coverage-summary.json without its total', () => {
    expect(value(JSON.stringify(final)).files).toEqual([
      { path: '/testbed/a.js', lines: 2, executed: 1, executedLines: [2] },
    ]);
    expect(value(JSON.stringify(summary))).toMatchObject({ lines: 5, executed: 4, share: 0.8 });
  });

  it('joins reports: a line counts where either says that it ran', () => {
    expect(value(lcov, 'SF:src/a.js\nDA:1,0\nDA:2,1\nDA:4,0\nend_of_record\n').executed).toBe(3);
    expect(error(lcov, 'SF:src/a.js\nDA:1,1\nend_of_record\n')).toContain('report-2: says other lines of src/a.js');
  });

  it.each([
    ['nothing', '', 'report-1: it is empty'],
    ['a cut JSON', JSON.stringify(final).slice(0, -3), 'it is cut off, or no JSON'],
    ['another JSON', '{"a": 1}', "neither coverage.py's"],
    ['a list', '[]', "neither coverage.py's"],
    ['a log', 'Coverage: 80%\n', 'no record of a file (SF)'],
    ['DA before SF', 'DA:1,1\n', 'line 1: DA stands outside of a file'],
    ['a count that is none', 'SF:a\nDA:1,x\n', 'line 2: DA has no line and count'],
    ['line 0', 'SF:a\nDA:0,1\n', 'line 2: DA has no line and count'],
    ['more hit than found', 'SF:a\nLF:1\nLH:2\nend_of_record', 'LH says 2 of 1 lines'],
    ['statements without counts', JSON.stringify({ a: { statementMap: { 0: statement(1) }, s: {} } }), 'statement "0"'],
    ['lines that are texts', JSON.stringify({ meta: {}, files: { a: { executed_lines: ['1'] } } }), 'files["a"]'],
    ['more covered than there are', JSON.stringify({ a: { lines: { total: 1, covered: 2 } } }), 'total and covered'],
  ])('says what is wrong with %s', (_, text, words) => {
    expect(error(text)).toContain(words);
  });

  it('takes keys such as __proto__ for names of files alone', () => {
    const text =
      '{"__proto__": {"lines": {"total": 2, "covered": 1}}, "constructor": {"lines": {"total": 2, "covered": 2}}}';
    expect(value(text)).toMatchObject({ lines: 4, executed: 3 });
    expect({}).not.toHaveProperty('lines');
  });
});

const hostileLine = fc.oneof(
  fc.string(),
  fc.constantFrom('SF:a', 'SF:', 'end_of_record', 'LF:3', 'LH:9'),
  fc.tuple(fc.integer(), fc.double()).map(([line, count]) => `DA:${line},${count}`),
);

const hostileFile = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { executed_lines: fc.jsonValue(), missing_lines: fc.jsonValue(), summary: fc.jsonValue() },
    { requiredKeys: [] },
  ),
  fc.record({ statementMap: fc.jsonValue(), s: fc.jsonValue(), lines: fc.jsonValue() }, { requiredKeys: [] }),
);

const hostileText = fc.oneof(
  fc.string(),
  fc.array(hostileLine).map((lines) => lines.join('\n')),
  fc.dictionary(fc.string(), hostileFile).map((files) => JSON.stringify(files)),
  fc.dictionary(fc.string(), hostileFile).map((files) => JSON.stringify({ meta: {}, files })),
);

describe('hostile reports', () => {
  it('never throw, and a share is null or from 0 to 1', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 3 }), (texts) => {
        const result = read(...texts);
        if (!result.ok) return;
        const { share, lines, executed, files } = result.value;
        expect(executed).toBeLessThanOrEqual(lines);
        expect(share === null ? lines : share).toBeGreaterThanOrEqual(0);
        for (const file of files) expect(file.executed).toBeLessThanOrEqual(file.lines);
      }),
    );
  });

  it('what lcov says line by line is what is counted', () => {
    const hits = fc.dictionary(fc.integer({ min: 1, max: 500 }).map(String), fc.nat({ max: 9 }), { minKeys: 1 });
    fc.assert(
      fc.property(hits, (counts) => {
        const lines = Object.entries(counts).map(([line, count]) => `DA:${line},${count}`);
        const read = value(['SF:a', ...lines, 'end_of_record'].join('\n'));
        expect(read.lines).toBe(lines.length);
        expect(read.executed).toBe(Object.values(counts).filter((count) => count > 0).length);
      }),
    );
  });
});
