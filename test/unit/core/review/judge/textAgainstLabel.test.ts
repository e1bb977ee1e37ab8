import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintWords, textAgainstLabel } from '../../../../../src/core/review/judge/textAgainstLabel';

interface Row {
  readonly name: string;
  readonly label: 'right' | 'wrong' | null;
  readonly text: string;
}

const rowsOf = (file: string): readonly Row[] =>
  readFileSync(`samples/quickstart/judge/${file}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line, at) => {
      const { overall, verdict, rationale, analysis } = JSON.parse(line);
      const label = verdict === undefined ? overall : verdict === 'CORRECT' ? 'right' : 'wrong';
      return { name: `${file} i${String(at + 1).padStart(2, '0')}`, label, text: rationale ?? analysis };
    });

const hint = (text: string, label: 'right' | 'wrong') => textAgainstLabel(text, label)?.says ?? null;

/** Texts that contradict their label, and what is found of them; written before the rules were last changed. */
const contradicting: readonly (readonly ['right' | 'wrong', string, boolean])[] = [
  ['right', 'The loop handles one hole. With two holes the result is still wrong.', true],
  ['right', 'It reads well. It does not handle negative numbers, which the issue names.', true],
  ['right', 'The message is new; the position is not correct.', true],
  ['right', 'A new flag was added. The patch fails to close the file.', true],
  ['right', 'My verdict: incorrect. It was a near thing.', true],
  ['right', 'Only the first example is served and the second one gives 59m 60s.', false],
  ['right', 'This is a special case and no fix.', true],
  ['right', 'Nice code. Sadly users will see the same error as before.', false],
  ['wrong', 'The parser takes the comma and the point. Both notations are handled.', true],
  ['wrong', 'The cache is emptied on each write. This solves the issue.', true],
  ['wrong', 'Every example comes out as expected.', true],
  ['wrong', 'The answer is correct.', true],
  ['wrong', 'The change is small, but it does what was asked and nothing else is needed.', false],
  ['wrong', 'I find no fault in it.', false],
];

const agreeing: readonly (readonly ['right' | 'wrong', string])[] = [
  ['right', 'Before the patch the result was wrong; now both examples come out as asked.'],
  ['right', 'Nothing is broken by it.'],
  ['right', 'If the list were not sorted, the result would be wrong; it is sorted first.'],
  ['right', 'The old test is wrong and was changed with it.'],
  ['right', 'It no longer fails on an empty list.'],
  ['right', 'One may doubt the name. The verdict is right.'],
  ['right', 'The issue says that the total is wrong. The total is now correct.'],
  ['right', 'None of the callers breaks.'],
  ['right', 'Without the guard it fails on zero, and the guard is there.'],
  ['right', "The first draft didn't work, as the comment tells; this one does."],
  ['wrong', 'The first case is handled. The second still gives NaN.'],
  ['wrong', 'The examples come out as asked, but the rounding was changed as well.'],
  ['wrong', 'Half of what was asked is handled; the rest is missing.'],
  ['wrong', 'The fix is not complete.'],
  ['wrong', 'It would be correct if the list were sorted.'],
  ['wrong', 'The verdict is wrong.'],
  ['wrong', 'The author says that the issue is fixed. The code never reaches that line, however.'],
  ['wrong', 'No test covers it, and `parse("")` throws.'],
  ['wrong', "The carry isn't handled."],
  ['wrong', 'It only looks as if the case is handled.'],
];

describe("a judge's text against its label", () => {
  it('finds the two planted contradictions of the sample and no other of its labelled answers', () => {
    const rows = [...rowsOf('magpie'), ...rowsOf('wren')];
    const found = rows.filter(({ label, text }) => label !== null && textAgainstLabel(text, label) !== null);
    expect(found.map(({ name }) => name)).toEqual(['magpie i03', 'magpie i07']);
    expect(rows).toHaveLength(22);
  });

  it('names the sentence that says it', () => {
    const [, , third, , , , seventh] = rowsOf('magpie');
    const words = [third, seventh].map((row) => {
      const found = textAgainstLabel(row?.text ?? '', row?.label ?? 'right');
      return found && hintWords(found, row?.label ?? '');
    });
    expect(words[0]).toBe(
      'The text says right ("The carry is handled in both examples and in the cases between."), the label is wrong.',
    );
    expect(words[1]).toMatch(
      /^The text says wrong \("The issue says .*the result is wrong\."\), the label is right\.$/,
    );
  });

  it.each(contradicting)(
    'of a contradiction (%s) in "%s" finds what its rules name, and misses what is argued',
    (...row) => {
      const [label, text, isFound] = row;
      expect(hint(text, label) !== null).toBe(isFound);
    },
  );

  it.each(agreeing)('leaves an answer %s alone that says "%s"', (label, text) => {
    expect(hint(text, label)).toBeNull();
  });

  it('has nothing to say of a text with both words, of an empty one, of markup', () => {
    expect(hint('The verdict is right. On reflection the verdict is wrong.', 'right')).toBeNull();
    expect(hint('', 'wrong')).toBeNull();
    expect(hint('<script>alert("the result is wrong")</script>', 'wrong')).toBeNull();
  });

  it('never throws and never says what the label says already, whatever the text', () => {
    const words = ['is wrong', 'is handled', 'but', 'the verdict is right', '.', '\n', 'no longer', 'fails to', 'x'];
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words)).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('right' as const, 'wrong' as const), (text, label) => {
        expect(hint(text, label)).not.toBe(label);
      }),
    );
  });
});
