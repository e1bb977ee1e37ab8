import { type AttackCases, caseOf, END, inside, KEPT, logOf, MENDED, PASS_BOTH, START } from './attackCase';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

/** What stands between a status word and its id, and what a line may end with. */
const blanks: readonly (readonly [name: string, text: string])[] = [
  ['NBSP', '\u00a0'],
  ['a zero-width space', '\u200b'],
  ['a byte-order mark', '\ufeff'],
  ['U+2028', '\u2028'],
  ['U+2029', '\u2029'],
  ['U+0085', '\u0085'],
  ['a form feed', '\f'],
  ['a vertical tab', '\v'],
  ['FS', '\u001c'],
  ['GS', '\u001d'],
  ['RS', '\u001e'],
  ['US', '\u001f'],
  ['NUL', '\0'],
  ['a tab', '\t'],
  ['CR', '\r'],
  ['an ideographic space', '\u3000'],
  ['the Mongolian separator', '\u180e'],
  ['a soft hyphen', '\u00ad'],
  ['DEL', '\u007f'],
  ['a backspace', '\b'],
];

const separators: AttackCases = Object.fromEntries(
  blanks.flatMap(([name, text]) =>
    (['pytest', 'pytest_v2', 'seaborn', 'sympy', 'django', 'tap', 'jest'] as const).flatMap((parser) => {
      const line = (status: string, id: string): string[] => {
        if (parser === 'sympy') return [`${id}${text}${status === 'PASSED' ? 'ok' : 'F'}`, `${id}2 ok${text}`];
        if (parser === 'django') return [`${id}${text}... ok`, `${id}2 ... ok${text}`];
        if (parser === 'tap') return [`ok 1${text}${id}`, `ok 2 ${id}2${text}`];
        if (parser === 'jest') return [`✓${text}${id}`, `${text}✓ ${id}2${text}(3 ms)`];
        return [`${status}${text}${id}`, `PASSED ${id}2${text}`, `${text}PASSED ${id}3`];
      };
      const ids = ['test_f', 'test_f2', 'test_f3', `test_f2${text}`];
      return [[`${parser}: ${name}`, caseOf(parser, ids, [], ...line('PASSED', 'test_f'))] as const];
    }),
  ),
);

/** Line ends, blanks, encodings and letters that look like others. */
export const lineAttacks: AttackCases = {
  ...separators,
  'CR LF everywhere': { log: logOf(...PASS_BOTH).replaceAll('\n', '\r\n') },
  'CR alone everywhere': { log: logOf(...PASS_BOTH).replaceAll('\n', '\r') },
  'CR CR LF': { log: logOf(...PASS_BOTH).replaceAll('\n', '\r\r\n') },
  'LF CR': { log: logOf(...PASS_BOTH).replaceAll('\n', '\n\r') },
  'CR at the very end': { log: `${START}\n${PASS_BOTH.join('\n')}\n${END}\r` },
  'progress bar over a result': inside(`  5%\r 50%\rPASSED ${MENDED}\r\rPASSED ${KEPT}`),
  'result overwritten by CR': inside(`PASSED ${KEPT}`, `PASSED ${MENDED}\rFAILED ${MENDED}`),
  'byte-order mark at the beginning': { log: `\ufeffPASSED ${MENDED}\n${logOf('x')}PASSED ${KEPT}` },
  'byte-order mark before a status': inside(`\ufeffPASSED ${MENDED}`, `PASSED ${KEPT}`),
  'status in Cyrillic letters': inside(`РASSED ${MENDED}`, `PASSED ${KEPT}`),
  'status in full-width letters': inside(`ＰＡＳＳＥＤ ${MENDED}`, `PASSED ${KEPT}`),
  'status in lower case': inside(`passed ${MENDED}`, `PASSED ${KEPT}`),
  'status with a zero-width joiner': inside(`PAS\u200dSED ${MENDED}`, `PASSED ${KEPT}`),
  'status after a blank': inside(` PASSED ${MENDED}`, `PASSED ${KEPT}`),
  'status glued to another line': inside(`PASSED ${KEPT}`, `PASSEDPicked up JAVA`, `xPASSED ${MENDED}`),
  'status with a colon': inside(`PASSED: ${MENDED}`, `PASSED ${KEPT}`),
  'status in colour': inside(`\u001b[32mPASSED\u001b[0m ${MENDED}`, `PASSED ${KEPT}`),
  'status alone': inside('PASSED', MENDED, `PASSED ${KEPT}`),
  'id in colour': inside(`PASSED \u001b[1m${MENDED}\u001b[0m`, `PASSED ${KEPT}`),
  'message without its dash': inside(`FAILED ${MENDED} boom`, `FAILED ${KEPT} - PASSED ${KEPT}`),
  'dash right after the status': inside(`FAILED - ${MENDED}`, `PASSED ${KEPT}`),
  'dash right after the status of a pass': inside(`PASSED - ${MENDED}`, `PASSED ${KEPT}`),
  'NUL in an id': inside(`PASSED ${MENDED}\0`, `PASSED ${KEPT}`),
  'NUL before a line end': { log: `${START}\n\0\n${PASS_BOTH.join('\n\0\0\n')}\n${END}\n` },
  'bytes that are no UTF-8': { log: bytes(logOf(...PASS_BOTH), 0xff, 0xfe, '\n') },
  'bytes that are no UTF-8 in an id': { log: bytes(`${START}\nPASSED ${KEPT}\nPASSED ${MENDED}`, 0x80, `\n${END}`) },
  'half of a pair of surrogates': { log: bytes(logOf(...PASS_BOTH), 0xed, 0xa0, 0x80) },
  'an overlong slash': { log: bytes(logOf(...PASS_BOTH), 0xc0, 0xaf) },
  'a letter cut at the end of the log': { log: bytes(logOf(...PASS_BOTH), 0xe2, 0x82) },
  'U+FFFD itself': { log: `${logOf(...PASS_BOTH)}\ufffd` },
  'a long line before the results': inside('x'.repeat(70_000), ...PASS_BOTH),
  'a long id': { log: logOf(`PASSED ${'x'.repeat(70_000)}`), failToPass: ['x'.repeat(70_000)], passToPass: [] },
  'a result behind many blanks': inside(`PASSED${' '.repeat(70_000)}${MENDED}`, `PASSED ${KEPT}`),
  'a marker behind a long line': { log: `${START}\n${PASS_BOTH.join('\n')}\n${'.'.repeat(70_000)}${END}\n` },
  'a letter across a piece': inside('é'.repeat(32_700), ...PASS_BOTH, '😀'.repeat(9_000)),
};
