import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLiteralDepth, parsePythonLiteral } from '../../../../src/core/shared/pythonLiteral';

const value = (text: string): unknown => {
  const read = parsePythonLiteral(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

describe('parsePythonLiteral', () => {
  it.each<[string, unknown]>([
    [`['a', "b"]`, ['a', 'b']],
    [`  ['trailing blank ', "it's", 'say "x"', ]\n`, ['trailing blank ', "it's", 'say "x"']],
    ['[]', []],
    ['()', []],
    ['(1,)', [1]],
    ['(1)', 1],
    ['{}', {}],
    [`'a', 'b',`, ['a', 'b']],
    ['1,', [1]],
    ['{1, 2}', [1, 2]],
    ['{1}', [1]],
    ['set()', []],
    [
      `{'a': {'b': [None, True, False]}, 2: 'two', None: 0, (1, 'x'): 1,}`,
      { a: { b: [null, true, false] }, 2: 'two', None: 0, '[1,"x"]': 1 },
    ],
    [`{'a': 1, 'a': 2}`, { a: 2 }],
    ['[ # a comment\n 1, \\\n 2]', [1, 2]],
    ['[0, -1, +2, - 3, 1_000, 0x1F, 0o17, 0b101, 00]', [0, -1, 2, -3, 1000, 31, 15, 5, 0]],
    ['[1.5, .5, 5., 1e3, 1E-2, -2.5e+1, 01.5]', [1.5, 0.5, 5, 1000, 0.01, -25, 1.5]],
    ['[9007199254740993, -0xFFFFFFFFFFFFFFFF]', ['9007199254740993', '-18446744073709551615']],
    [String.raw`'\n\t\\\'\"\a\b\f\r\v\0\101\x41\u00e4\U0001F600\q'`, '\n\t\\\'"\x07\b\f\r\v\0AAä😀\\q'],
    [`'a\\\nb'`, 'ab'],
    [String.raw`r'\n\'' `, String.raw`\n\'`],
    [String.raw`b'\xff\u0041'`, 'ÿ\\u0041'],
    [String.raw`[U'u', Rb"\x", bR'\x', R'\d']`, ['u', '\\x', '\\x', '\\d']],
    [`'''a'b''c\nd'''`, "a'b''c\nd"],
    [`"""say "x" \\""""`, 'say "x" "'],
    [`('a' "b"\n 'c')`, 'abc'],
    [`'\ud83d'`, '\ud83d'],
    [`{'__proto__': 1}`, JSON.parse('{"__proto__": 1}')],
  ])('reads %s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    ['', /a literal expected at character 1, nothing found/],
    ["['a'", /"," or "\]" expected at character 5/],
    ["['a' b]", /"," or/],
    ["['a", /a closing ' expected at character 4/],
    ["'a\nb'", /a closing '/],
    ["'''a''", /a closing '''/],
    ['[1] 2', /the end expected/],
    ['[1,,2]', /a literal expected/],
    ['{1: }', /a literal expected/],
    ['{1: 2, 3}', /":" expected/],
    [`'a' b'c'`, /texts and bytes/],
    ['1,,', /a literal expected/],
    ['nan', /a literal expected/],
    ['01', /a literal expected/],
    ['1j', /a literal expected/],
    ["f'{x}'", /a literal expected/],
    ["__import__('os').system('true')", /a literal expected/],
    ["[x for x in 'ab']", /a literal expected/],
    [String.raw`'\xZ1'`, /2 hex digits/],
    [String.raw`'\U00110000'`, /8 hex digits/],
    [String.raw`'\N{BULLET}'`, /by name/],
    ['['.repeat(maxLiteralDepth + 1), /no more than 100 levels/],
  ])('refuses %j, naming the place', (text, words) => {
    const read = parsePythonLiteral(text);
    expect(read.ok ? '' : read.error).toMatch(words);
  });

  it('refuses entries without a comma where the caller says so: NumPy prints lists that way', () => {
    const read = parsePythonLiteral("['a' 'b']", { joinTexts: false });
    expect(read.ok ? '' : read.error).toContain('NumPy');
    expect(parsePythonLiteral("['a', 'b']", { joinTexts: false })).toEqual({ ok: true, value: ['a', 'b'] });
  });

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      "'",
      '"',
      '\\',
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      ',',
      ':',
      '1',
      'e',
      '-',
      'r',
      'x',
      '\n',
      '#',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(typeof parsePythonLiteral(text).ok).toBe('boolean');
        },
      ),
    );
  });

  it('reads back every list of texts as Python writes it, byte by byte', () => {
    const repr = (text: string): string => {
      const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
      const escaped = text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what Python escapes
      return `${quote}${escaped.replace(/[\u0000-\u001f]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}${quote}`;
    };
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
        expect(value(`[${list.map(repr).join(', ')}]`)).toEqual(list);
      }),
    );
  });

  it('reads a million characters, also of brackets, quotes and backslashes, without trouble', () => {
    expect(value(`['${'x'.repeat(1_000_000)}']`)).toEqual(['x'.repeat(1_000_000)]);
    for (const piece of ['[', "'", '\\', "''", '1', '-', '(1,', '#']) parsePythonLiteral(piece.repeat(300_000));
    expect(parsePythonLiteral('9'.repeat(1_000_000)).ok).toBe(false);
    expect(value(`[${'1, '.repeat(300_000)}]`)).toHaveLength(300_000);
  });
});
