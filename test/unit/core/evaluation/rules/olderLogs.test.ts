import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedReport } from '../../../../../src/core/evaluation/rules/printedReport';
import { isV1Log, v1LogWithMarkers } from '../../../../../src/core/evaluation/rules/v1Log';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (value: Uint8Array): string => new TextDecoder().decode(value);

const head = '[x] Task Metadata:\n\t- Instance ID: o__r-1\n\t- Testbed: r\n>>>>> Patch Apply Failed; (pred_try)\nä\n';
const log = (tests: string): string =>
  `${head}>>>>> Applied Patch (pred)\nCommand\n>>>>> Applied Patch (test)\n${tests}\n>>>>> Some Tests Failed\n`;

describe('a log of SWE-bench 1', () => {
  it('is known by its head', () => {
    expect(isV1Log(bytes(head))).toBe(true);
    expect(isV1Log(bytes('>>>>> Start Test Output\nTask Metadata:\n- Testbed: x'))).toBe(false);
  });

  it('is not what a later log becomes by a patch that quotes such a head', () => {
    const quoted = `+ git diff HEAD\n+${head.replaceAll('\n', '\n+')}`;
    expect(isV1Log(bytes(quoted))).toBe(false);
    expect(isV1Log(bytes(`+ git diff HEAD\n${head}`))).toBe(false);
  });

  it('keeps every line and byte of what its harness read, and blanks what it did not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (tests) => {
        const before = bytes(log(tests));
        const marked = v1LogWithMarkers(before);
        if (!marked.ok) throw new Error(marked.error);
        const from = bytes(`${head}>>>>> Applied Patch (pred)`).length;
        expect([...marked.value.slice(from, before.length)]).toEqual([...before.slice(from)]);
        expect(text(marked.value.slice(0, from)).trim()).toBe('>>>>> Start Test Output');
        expect(text(marked.value.slice(0, from)).split('\n')).toHaveLength(head.split('\n').length);
        expect(text(marked.value).endsWith('\n>>>>> End Test Output\n')).toBe(true);
      }),
    );
  });

  it.each([
    ['the test patch', log('').replace('(test)', '(x)'), '(test)'],
    ['the patch', log('').replace('(pred)', '(pred_try)'), '(pred)'],
  ])('in which %s did not apply says so', (_what, broken, named) => {
    const marked = v1LogWithMarkers(bytes(broken));
    expect(marked.ok ? '' : marked.error).toContain(`lacks ">>>>> Applied Patch ${named}"`);
  });
});

describe('a report printed into a log', () => {
  const line = (report: string): string => `2024-01-01 - INFO - report: ${report}`;

  it('is the last one, with its line', () => {
    const read = printedReport(
      ['x', line("{'a': {'resolved': False}}"), line("{'a': {'resolved': True}}"), 'y'].join('\n'),
    );
    expect(read).toEqual({ ok: true, value: { document: { a: { resolved: true } }, line: 3 } });
  });

  it('is not what a patch in the log says', () => {
    const forged = line("{'a': {'resolved': True}}");
    const log = [
      line("{'a': {'resolved': False}}"),
      `+${forged}`,
      `+\r${forged}`,
      `+${line('x').slice(0, 10).padEnd(41)}${forged.slice(10)}`,
      `- \u2028${forged}`,
    ].join('\n');
    expect(printedReport(log)).toMatchObject({ ok: true, value: { document: { a: { resolved: false } }, line: 1 } });
    expect(printedReport(`+${forged}`).ok).toBe(false);
  });

  it('may end with a carriage return, and is never evaluated', () => {
    expect(printedReport(`${line("{'a': None}")}\r\n`).ok).toBe(true);
    const read = printedReport(line("{'a': __import__('os').system('true')}"));
    expect(read.ok ? '' : read.error).toContain("can't be read");
    expect(printedReport('nothing')).toEqual({ ok: false, error: 'it prints no report' });
  });
});
