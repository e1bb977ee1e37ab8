import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOutput } from '../../../../../../src/core/run/trajectory/replay/compareOutput';
import { looseLine } from '../../../../../../src/core/run/trajectory/replay/looseText';
import type { RecordedOutput } from '../../../../../../src/core/run/trajectory/replay/recordedOutput';

const recorded = (text: string | readonly string[], more: Partial<RecordedOutput> = {}): RecordedOutput => ({
  parts: typeof text === 'string' ? [text] : text,
  exitCode: 0,
  timedOut: false,
  isSubmission: false,
  ...more,
});
const seen = (text: string, exitCode: number | null = 0, timedOut = false) => ({
  text,
  exitCode,
  timedOut,
  isWhole: true,
});
const compare = (before: string, now: string) => compareOutput(recorded(before), seen(now));

/** Lines of letters and digits that hold nothing which may differ. */
const plainLine = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,4}$/);
const plainText = fc.array(plainLine, { minLength: 1, maxLength: 30 });

describe('what a command gave twice', () => {
  it('is the same where nothing differs, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(compare(text, text)).toEqual({ kind: 'same' });
      }),
    );
  });

  it('parts at the line that was changed, with both texts as they are', () => {
    fc.assert(
      fc.property(plainText, fc.nat(), plainLine, (lines, at, other) => {
        const place = at % lines.length;
        fc.pre(other !== lines[place]);
        const [before, now] = [lines.join('\n'), lines.with(place, other).join('\n')];
        expect(compare(before, now)).toEqual({ kind: 'parted', at: place + 1, recorded: before, seen: now });
      }),
    );
  });

  it('parts where a line is missing or one more is there', () => {
    fc.assert(
      fc.property(plainText, plainLine, (lines, more) => {
        const found = compare(lines.join('\n'), [...lines, more].join('\n'));
        expect(found).toMatchObject({ kind: 'parted', at: lines.length + 1 });
        expect(compare([...lines, more].join('\n'), lines.join('\n'))).toMatchObject({ kind: 'parted' });
      }),
    );
  });

  it.each([
    ['a line end behind the last line', 'a\nb\n\n', 'a\nb'],
    ['colours', '\u001b[32mok\u001b[0m', 'ok'],
    ['line ends of Windows', 'a\r\nb\r\n', 'a\nb'],
    ['durations in brackets', 'ok works (3.4ms)', 'ok works (12 ms)'],
    ['durations at the end', '=== 3 passed in 0.12s ===', '=== 3 passed in 10.3s ==='],
    ['durations of node', '# duration_ms 53.23', '# duration_ms 1204'],
    ['durations of the shell', 'real\t0m0.003s', 'real\t1m2.500s'],
    ['dates', 'at 2026-11-30T14:02:11.204Z', 'at 2026-12-01T09:00:00Z'],
    ['dates of git', 'Date:   Tue Dec 1 00:45:57 2026 +0000', 'Date:   Wed Dec 2 10:00:00 2026 +0100'],
    ['dates of ls', '-rw-r--r-- 1 root root 12 Dec  1 00:45 a.js', '-rw-r--r-- 1 root root 12 Feb 11  2025 a.js'],
    ['addresses', '<Foo object at 0x7f3a5c0d>', '<Foo object at 0x55d2b7aa10>'],
    ['process ids', '(node:417) Warning: old', '(node:33) Warning: old'],
    ['jobs', '[1] 417', '[1] 33'],
    ['temporary paths', 'wrote /tmp/tmp.aB3dE5fG7h/out', 'wrote /tmp/tmp.zzzzzzzzzz/out'],
    ['hashes of new commits', '[main 1a2b3c4] mend it', '[main 9f8e7d6] mend it'],
    ['lengths of short hashes', 'index 6dbd14c..87ff68e 100644', 'index 6dbd14c0a..87ff68e11 100644'],
  ])('may differ in %s', (_name, before, now) => {
    expect(compare(before, now)).toEqual({ kind: 'same' });
    expect(compare(`${before}\nmore`, `${now}\nless`)).toMatchObject({ kind: 'parted' });
  });

  it.each([
    ['counts', '# tests 28', '# tests 27'],
    ['sizes', 'total 12', 'total 16'],
    ['values with a unit', "format gives '60s'", "format gives '1m'"],
    ['numbers in a list', '1 2 3', '1 2 4'],
    ['the order of lines', 'a\nb', 'b\na'],
    ['blanks', 'a  b', 'a b'],
    ['dates that are data', '2026-11-30', '2026-12-01'],
    ['paths', '/tmp/a.js', '/tmp/b.js'],
  ])('may not differ in %s', (_name, before, now) => {
    expect(compare(before, now)).toMatchObject({ kind: 'parted', at: 1 });
  });

  it('names what may differ the same however often it is done', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => looseLine(looseLine(line)) === looseLine(line)));
  });
});

describe('how a command ended', () => {
  it('parts where the exit codes differ, and says both', () => {
    const found = compareOutput(recorded('a\n', { exitCode: 1 }), seen('a\n', 0));
    expect(found).toEqual({ kind: 'parted', at: null, recorded: 'a\n[exit code 1]\n', seen: 'a\n[exit code 0]\n' });
  });

  it('is not compared where no exit code was recorded', () => {
    expect(compareOutput(recorded('a', { exitCode: null }), seen('a', 3))).toEqual({ kind: 'same' });
  });

  it('is the same where both ran out of time, however far they came', () => {
    const before = recorded('one\ntwo\n', { exitCode: -1, timedOut: true });
    expect(compareOutput(before, seen('one\ntwo\nthr', null, true))).toEqual({ kind: 'same' });
    expect(compareOutput(before, seen('one\nother\n', null, true))).toMatchObject({ kind: 'parted', at: 2 });
    expect(compareOutput(before, seen('one\ntwo\n', 0))).toMatchObject({ kind: 'parted', at: null });
  });

  it('is all that is compared where nothing else was recorded', () => {
    const before = recorded([], { exitCode: -1, timedOut: true });
    expect(compareOutput(before, seen('whatever', null, true))).toEqual({ kind: 'same' });
    expect(compareOutput(before, seen('whatever', 0))).toMatchObject({ kind: 'parted', at: null });
  });
});

describe('an output whose middle was not recorded', () => {
  it('is the same wherever the middle was cut', () => {
    fc.assert(
      fc.property(plainText, fc.nat(), fc.nat(), (lines, a, b) => {
        const text = lines.join('\n');
        const [from, to] = [a % text.length, b % text.length].sort((x, y) => x - y) as [number, number];
        expect(compareOutput(recorded([text.slice(0, from), text.slice(to)]), seen(text))).toEqual({ kind: 'same' });
      }),
    );
  });

  it('parts where its head or its tail is another one', () => {
    const now = seen('a\nb\nc\nd\ne\nf');
    expect(compareOutput(recorded(['a\nx\nc', 'e\nf']), now)).toMatchObject({ kind: 'parted', at: 2 });
    expect(compareOutput(recorded(['a\nb', 'e\nx']), now)).toMatchObject({ kind: 'parted', at: 6 });
  });
});

it('what is handed in is compared without the line that hands it in', () => {
  const before = recorded('diff --git a/x b/x\n', { exitCode: null, isSubmission: true });
  const now = seen('COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\ndiff --git a/x b/x\n');
  expect(compareOutput(before, now)).toEqual({ kind: 'same' });
});
