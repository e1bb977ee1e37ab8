import fc from 'fast-check';

const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  ' ',
  '-- ',
  '++ x',
  '@@ -1 +1 @@',
  '  return 1',
  'é ⋯',
  '\tx',
  '-- a/f',
);

/** A text of a few different lines, so that hunks repeat and drift; LF or CRLF, with or without a final line end. */
export const randomText: fc.Arbitrary<string> = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean(), fc.boolean())
  .map(([lines, crlf, final]) => {
    const end = crlf ? '\r\n' : '\n';
    return lines.join(end) + (final && lines.length > 0 ? end : '');
  });

/** The text with up to four edits, the same for the same seed; may change line ends and the final newline. */
export const changedText = (text: string, seed: number): string => {
  const lines = text.split('\n');
  let state = seed >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let edits = 1 + next(4); edits > 0; edits--) {
    const at = next(lines.length + 1);
    const kind = next(4);
    if (kind === 0) lines.splice(at, 1 + next(2));
    else if (kind === 1) lines.splice(at, 0, ['new', 'a', '', '-- '][next(4)] ?? '');
    else if (kind === 2) lines[Math.min(at, lines.length - 1)] = `changed ${next(3)}`;
    else lines.splice(at, 1, 'x\r', 'b');
  }
  return lines.join('\n');
};
