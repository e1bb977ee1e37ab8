import { BLANKS } from '../blanks';
import { DIGIT } from '../characterClasses';
import { type Cue, cuesAt, type LogLine } from '../lineParser';

const SUITES = `(?:[${DIGIT}]+ [\\p{L}\\p{N}_]+, )*[1-9][${DIGIT}]* total`;

/** Where a count stands before the words, the words are looked for first: a long row of digits is then read once. */
const summaries: readonly RegExp[] = [
  `Executed [1-9][${DIGIT}]* of [${DIGIT}]`,
  `TOTAL: [1-9][${DIGIT}]* (?:SUCCESS|FAILED)`,
  ` passing(?<=[1-9][${DIGIT}]* passing)`,
  `Tests:[${BLANKS}]+[1-9]`,
  `Test Suites:[${BLANKS}]+${SUITES}`,
  '^# tests [1-9]',
  ` specs?, [${DIGIT}]+ failure(?<=[1-9][${DIGIT}]* specs?, [${DIGIT}]+ failure)`,
  "': ok$",
].map((source) => new RegExp(source, 'u'));

/** A summary whose count stands on a later line, with nothing but blanks between. */
const OPEN = new RegExp(`(Tests|Test Suites):[${BLANKS}]*$`, 'u');
const BLANK_LINE = new RegExp(`^[${BLANKS}]*$`, 'u');
const counts: Readonly<Record<string, RegExp>> = {
  Tests: new RegExp(`^[${BLANKS}]*[1-9]`, 'u'),
  'Test Suites': new RegExp(`^[${BLANKS}]*${SUITES}`, 'u'),
};

export const summaryCues: readonly Cue[] = [
  ...cuesAt('anywhere', 'Executed ', 'TOTAL: ', ' passing', 'Tests:', 'Test Suites:', ' spec, ', ' specs, '),
  ...cuesAt('start', '# tests '),
  ...cuesAt('end', "': ok"),
];

/**
 * Signs that a runner did run although no result was parsed (SWE-bench 5.0): a summary whose count is not zero. A zero
 * is no sign: a runner that loses its browser prints one too.
 */
export class RunnerSummaries {
  ran = false;
  private open: string | null = null;

  /** Whether the next line is needed. */
  line({ text }: Pick<LogLine, 'text'>): boolean {
    if (this.ran) return false;
    if (this.open !== null && BLANK_LINE.test(text)) return true;
    this.ran =
      (this.open !== null && counts[this.open]?.test(text) === true) || summaries.some((one) => one.test(text));
    this.open = OPEN.exec(text)?.[1] ?? null;
    return this.open !== null && !this.ran;
  }
}
