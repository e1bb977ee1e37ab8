import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GradeInput } from '../../../../../src/core/evaluation/grade/grade';
import { gradeLog, gradeLogStream } from '../../../../../src/core/evaluation/grade/gradeLog';
import { BLANKS } from '../../../../../src/core/evaluation/logs/blanks';
import type { Cue, LogLine } from '../../../../../src/core/evaluation/logs/lineParser';
import { CompiledCues } from '../../../../../src/core/evaluation/logs/scanner/compiledCues';
import { LineScanner } from '../../../../../src/core/evaluation/logs/scanner/lineScanner';
import { runs } from '../../../../fakes/runs';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const scan = (chunks: readonly Uint8Array[], cues: readonly Cue[] | 'every', wantsNext = (_line: LogLine) => false) => {
  const lines: LogLine[] = [];
  const scanner = new LineScanner(new CompiledCues([{ bit: 1, cues }]), (line) => {
    lines.push(line);
    return wantsNext(line) ? 1 : 0;
  });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return { lines, scanner };
};

const texts = (chunks: readonly Uint8Array[], cues: readonly Cue[] | 'every'): string[] =>
  scan(chunks, cues).lines.map(({ text }) => text);

/** A text cut into pieces anywhere, also inside a character and between CR and LF. */
const cutAt = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.slice(start, ends[index] ?? bytes.length));
};

const anyLog = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }).map(encode),
      fc.uint8Array({ maxLength: 6 }),
      fc
        .constantFrom(
          ...['\n', '\r', '\r\n', '\0', '\u001b[32m', '\ufeff', '  ok ', 'PASSED ', ' ... ok', '✓ a', '\u00a0ok'],
          ...['\u3000ok', '>>>>> Start Test Output', '>>>>> End Test Output', 'ok 1 - a', 'FAILED a\n', 'Tests:'],
          ...[
            '>>>>> Test Exit Code:',
            '[32mPASSED[0m a',
            ' ... Testing against Django installed in ',
            ' silenced).\nok\n',
          ],
        )
        .map(encode),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

const places = fc.array(fc.nat(400), { maxLength: 8 });

describe('lines of a log', () => {
  it('end at LF, CR LF and a lone CR, with the bytes where they stand', () => {
    const log = encode('a\nbé\r\n\rc\r\nd\re');
    const { lines } = scan([log], 'every');
    expect(lines.map(({ line, text }) => `${line} ${text}`)).toEqual(['1 a', '2 bé', '3 ', '4 c', '5 d', '6 e']);
    for (const { start, end, text } of lines) expect(new TextDecoder().decode(log.slice(start, end))).toBe(text);
  });

  it('are the same however the log is cut, and those that a split gives', () => {
    fc.assert(
      fc.property(anyLog, places, (log, cuts) => {
        const { lines } = scan(cutAt(log, cuts), 'every');
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(log);
        const expected = text.split(/\r\n|\r|\n/);
        if (expected.at(-1) === '') expected.pop();
        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(lines.map(({ line }) => line)).toEqual(expected.map((_, index) => index + 1));
        for (const { start, end, text: one } of lines)
          expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(log.slice(start, end))).toBe(one);
      }),
      { numRuns: runs(300) },
    );
  });

  it('that hold a cue are all shown', () => {
    const cues: readonly Cue[] = [
      { text: 'PASSED', at: 'start' },
      { text: 'ok', at: 'indented' },
      { text: '✓', at: 'indented' },
      { text: ' ... ok', at: 'end' },
      { text: '>>>>> ', at: 'anywhere' },
      { text: '\u001b', at: 'anywhere' },
    ];
    const blank = new RegExp(`^[${BLANKS}]*`);
    const holds = (line: string, { text, at }: Cue): boolean => {
      if (at === 'start') return line.startsWith(text);
      if (at === 'end') return line.endsWith(text);
      return at === 'anywhere' ? line.includes(text) : line.replace(blank, '').startsWith(text);
    };
    fc.assert(
      fc.property(anyLog, places, fc.subarray([...cues], { minLength: 1 }), (log, cuts, some) => {
        const all = scan([log], 'every').lines;
        const shown = new Map(scan(cutAt(log, cuts), some).lines.map((line) => [line.line, line]));
        for (const line of all)
          if (some.some((cue) => holds(line.text, cue))) expect(shown.get(line.line)).toEqual(line);
        for (const line of shown.values()) expect(all[line.line - 1]).toEqual(line);
      }),
      { numRuns: runs(500) },
    );
  });

  it('after one that asks for it are shown too', () => {
    const log = encode('x\nask\ny\nz\nask\n');
    const { lines } = scan([log], [{ text: 'ask', at: 'start' }], ({ text }) => text === 'ask' || text === 'y');
    expect(lines.map(({ line, text }) => `${line} ${text}`)).toEqual(['2 ask', '3 y', '4 z', '5 ask']);
  });

  it('are found by cues of one character', () => {
    const cues: readonly Cue[] = [
      { text: '1', at: 'start' },
      { text: '#', at: 'indented' },
      { text: ';', at: 'end' },
      { text: '%', at: 'anywhere' },
    ];
    const log = encode('1 a\na 1\n  # b\nb #\nc;\n;c\nd % d\n\n1');
    expect(texts([log], cues)).toEqual(['1 a', '  # b', 'c;', 'd % d', '1']);
  });
});

describe('cues that no line can hold', () => {
  it('show nothing', () => {
    const controls = Array.from(
      { length: 32 },
      (_, code): Cue => ({ text: String.fromCharCode(code), at: 'anywhere' }),
    );
    expect(texts([encode('a\n\0b\r\n\n c\n\td\ne')], controls)).toEqual(['\0b', '\td']);
    expect(texts([encode('a\nb\n')], [{ text: 'a\nb', at: 'anywhere' }])).toEqual([]);
  });
});

describe('a line without an end', () => {
  const piece = new Uint8Array(1_000_000).fill(0x2e);
  const pieces = (count: number): Uint8Array[] => Array.from({ length: count }, () => piece);

  it('is read to its end and its middle left out, and the lines after it keep their numbers', () => {
    const chunks = [encode('PASSED a '), ...pieces(40), encode(' tail\r\nPASSED b\n')];
    const { lines, scanner } = scan(chunks, [{ text: 'PASSED', at: 'start' }]);
    expect(lines.map(({ line, text }) => [line, text.slice(0, 9), text.slice(-5)])).toEqual([
      [1, 'PASSED a ', ' tail'],
      [2, 'PASSED b', 'SED b'],
    ]);
    expect(lines[0]?.end).toBe(40_000_014);
    expect(lines[0]?.text.length).toBeLessThan(20_000_000);
    expect(scanner.shortened).toEqual({ first: 1, count: 1 });
  });

  it('gives what the harness looks for in its middle', () => {
    const chunks = [...pieces(20), encode('>>>>> Tests Errored'), ...pieces(20)];
    const instance = {
      id: 'o__r-1',
      repo: null,
      version: null,
      failToPass: ['a'],
      passToPass: [],
      logParser: 'tap',
      evalType: null,
    };
    const grade = gradeLog({ instance, log: chunks, rules: 'swebench-v5' });
    expect(grade.rule).toBe('v5.errored');
    expect(grade.warnings.join()).toContain('1 lines are so long that their middle was not read');
  });
});

describe('any cutting of any log', () => {
  const parsers = [
    'tap',
    'parse_log_tap',
    'pytest',
    'pytest_v2',
    'django',
    'sympy',
    'seaborn',
    'jest',
    'vitest',
    'marked',
  ];

  it('gives the same grade', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, places, fc.constantFrom(...parsers), async (log, cuts, logParser) => {
        const request: Omit<GradeInput, 'log'> = {
          instance: {
            id: 'o__r-1',
            repo: null,
            version: null,
            failToPass: ['a', 'b[', '- a'],
            passToPass: ['c'],
            logParser,
            evalType: null,
          },
          rules: 'swebench-v5',
        };
        const whole = gradeLog({ ...request, log });
        const pieces = cutAt(log, cuts);
        expect(gradeLog({ ...request, log: pieces })).toEqual(whole);
        const stream = async function* () {
          yield* pieces;
        };
        expect(await gradeLogStream(request, stream)).toEqual(whole);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('passes over a log', () => {
  const openings = async (body: string): Promise<{ readonly opened: number; readonly rule: string }> => {
    let opened = 0;
    const instance = { id: 'o__r-1', repo: null, version: null, failToPass: ['a'], passToPass: [], evalType: null };
    const grade = await gradeLogStream(
      { instance: { ...instance, logParser: 'pytest' }, rules: 'swebench-v5' },
      async function* () {
        opened += 1;
        yield encode(`>>>>> Start Test Output\n${body}\n>>>>> End Test Output\n`);
      },
    );
    return { opened, rule: grade.rule };
  };

  it('are two only where the log has no result, to look for the summary of a runner', async () => {
    expect(await openings('PASSED a')).toEqual({ opened: 1, rule: 'v5.resolved' });
    expect(await openings('Tests: 3 passed')).toEqual({ opened: 2, rule: 'v5.tests' });
    expect(await openings('Tests: 0 passed')).toEqual({ opened: 2, rule: 'v5.nothing-parsed' });
  });

  it('find cues of every length wherever they stand', () => {
    const cueTexts = ['\u001b', ' ok', '>>>>> ', 'seven77', 'twelve bytes', 'é→ wide'];
    for (const cue of cueTexts)
      for (let before = 0; before < 20; before += 1) {
        const line = `${'x'.repeat(before)}${cue}`;
        const log = encode(`${'.'.repeat(before)}\n${line}\nnone\n`);
        const all = cueTexts.map((text) => ({ text, at: 'anywhere' as const }));
        expect(texts([log], all)).toEqual([line]);
      }
  });
});
