import { endsBlock, headerNames, idForms, summaryLine } from '../errorTypeBlocks';
import { flatText } from '../logs/flatText';
import { END_MARKER, START_MARKER } from '../logs/markers';
import type { RequiredTest } from '../report';
import type { TestResults } from '../testResult';
import type { LogSign } from './checkedRun';
import { speaksOfNetwork } from './networkLooks';

const shown = 300;
const listed = 50;

/** How git refuses a patch. A path that `git checkout` doesn't know is none: a test patch may bring it. */
const refusal =
  /^(?:error|fatal): (?:patch failed: |corrupt patch |No valid patches|unrecognized input|.{1,400}: (?:patch does not apply|No such file or directory|does not exist in index|already exists in (?:working directory|index))$)/;

/** Lines of a diff or of a commit that the script shows before the tests; they are the repository's text. */
const quoted = /^[-+ @]/;

/** Go prints what a test writes between this and its result. */
const goRun = /^\s{0,40}=== (?:RUN|CONT) {1,3}(\S{1,400})$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins every terminal command.
const colours = /\u001b\[[0-9;]{0,40}[A-Za-z]/g;

/**
 * Whose lines they are: a test that should pass and did not (its id), one of which the log shows another result, one
 * that is named in no way known here, or no test's.
 */
type Block = { readonly kind: 'own'; readonly test: string } | { readonly kind: 'other' | 'unnamed' | 'none' };

export interface LogSigns {
  readonly network: readonly LogSign[];
  /** Lines by which git refused the test patch. */
  readonly refusals: readonly LogSign[];
}

/**
 * Looks through one log for signs of a missing network and for a test patch that git refused, line by line. A sign of
 * the network counts in the failure of a test that should pass and did not, and outside of all tests; what a passing
 * test prints, and the failure of a test that need not pass, does not count. Memory doesn't grow with the log.
 */
class LogSignReader {
  private readonly own = new Map<string, string>();
  private readonly endings = new Map<number, string>();
  private readonly network: LogSign[] = [];
  private readonly refusals: LogSign[] = [];
  private block: Block = { kind: 'none' };
  private number = 0;
  private stage: 'before' | 'tests' | 'after' = 'before';

  /** `failed`: required tests that should pass and did not; `results`: all that the log shows, with their lines. */
  constructor(
    failed: readonly RequiredTest[],
    private readonly results: TestResults,
  ) {
    for (const { name } of failed) for (const form of idForms(name)) this.own.set(form, name);
    for (const [id, { line }] of results) this.endings.set(line, id);
  }

  line(text: string): void {
    this.number++;
    if (text.includes(START_MARKER)) this.enter('tests');
    else if (text.includes(END_MARKER)) this.enter('after');
    else if (this.stage === 'before') this.preparation(text);
    else if (this.stage === 'tests') this.output(text.includes('\u001b') ? text.replace(colours, '') : text);
  }

  /** Without a marker nobody knows where the tests begin: then a refusal may be a test's own output. */
  finish(): LogSigns {
    return { network: this.network, refusals: this.stage === 'before' ? [] : this.refusals };
  }

  private enter(stage: 'tests' | 'after'): void {
    this.stage = stage;
    this.block = { kind: 'none' };
  }

  private preparation(text: string): void {
    if (quoted.test(text)) return;
    if (refusal.test(text)) this.add(this.refusals, text, null, 'outside');
    else if (speaksOfNetwork(text)) this.add(this.network, text, null, 'outside');
  }

  private output(text: string): void {
    const summary = summaryLine(text);
    if (summary) this.summary(summary.name, summary.message, text);
    else if (endsBlock(text)) this.block = { kind: 'none' };
    else if (!this.isHead(text)) this.sign(text);
  }

  /** Whether the line is the head of a failure or a result: a test's name is no sign of anything. */
  private isHead(text: string): boolean {
    const run = goRun.exec(text)?.[1];
    const names = run === undefined ? headerNames(text) : [run];
    const result = this.endings.get(this.number);
    if (names === null && result === undefined) return false;
    this.block = this.blockOf([...(result === undefined ? [] : [result, ...idForms(result)]), ...(names ?? [])]);
    return true;
  }

  private summary(name: string, message: string, text: string): void {
    const block = this.blockOf(idForms(name));
    if (block.kind === 'own' && speaksOfNetwork(message)) this.add(this.network, text, block.test, 'failure');
  }

  private blockOf(names: readonly string[]): Block {
    const test = names.map((name) => this.own.get(name)).find((found) => found !== undefined);
    if (test !== undefined) return { kind: 'own', test };
    return { kind: names.some((name) => this.results.has(name)) ? 'other' : 'unnamed' };
  }

  private sign(text: string): void {
    const { block } = this;
    if (block.kind === 'other' || !speaksOfNetwork(text)) return;
    const test = block.kind === 'own' ? block.test : null;
    this.add(this.network, text, test, block.kind === 'none' ? 'outside' : 'failure');
  }

  private add(list: LogSign[], text: string, test: string | null, place: LogSign['place']): void {
    if (list.length < listed) list.push({ line: this.number, text: flatText(text.slice(0, shown)), test, place });
  }
}

/** Reads a whole log; a lone carriage return ends a line too, as in the editor, so that numbers agree. */
export const logSigns = (log: string, failed: readonly RequiredTest[], results: TestResults): LogSigns => {
  const text = log.includes('\r') ? log.replace(/\r\n?/g, '\n') : log;
  const reader = new LogSignReader(failed, results);
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    reader.line(text.slice(from, end === -1 ? text.length : end));
    if (end === -1) break;
    from = end + 1;
  }
  return reader.finish();
};
