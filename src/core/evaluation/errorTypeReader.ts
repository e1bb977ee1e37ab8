import type { ErrorFinding } from './errorType';
import { endsBlock, headerNames, idForms, summaryLine } from './errorTypeBlocks';
import { errorInLine } from './errorTypeLines';
import { END_MARKER, START_MARKER } from './logs/markers';

/** Whose failure the lines at hand belong to: a required test's, another test's, or none (collection, compiler). */
type Block = 'required' | 'another' | 'none';

const shownText = 300;

/** Colours and other terminal commands; a runner in a terminal prints them inside words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins every terminal command.
const colours = /\u001b\[[0-9;]{0,40}[A-Za-z]/g;

/** Python says so of a broken .pth file at every start, and goes on: no error of the tests. */
const startOfNoise = /^Error processing line \d{1,9} of .{1,400}\.pth:/;
const longestNoise = 60;

/**
 * Finds the error type of one log, line by line, in memory that doesn't grow with it. Three places are asked, in this
 * order, and the first line of each that a rule knows decides: the failure of a required test that failed; lines that
 * belong to no test (collection, compiler); the failure of another test, where the log shows none of a required one.
 * Lines before the harness's start marker and after its end marker don't count. Nothing known gives `other`.
 */
export class ErrorTypeReader {
  private readonly required: ReadonlySet<string>;
  private readonly found: Partial<Record<Block, ErrorFinding>> = {};
  private block: Block = 'none';
  private sawRequired = false;
  private number = 0;
  private ended = false;
  /** Last line of the notice at hand that is no error. */
  private noiseEnd = 0;

  /** `failed`: required tests that failed, by their ids; none known: every test's failure counts as one of them. */
  constructor(failed: readonly string[]) {
    this.required = new Set(failed.flatMap(idForms));
  }

  line(text: string): void {
    this.number++;
    if (text.includes(START_MARKER)) this.begin();
    else if (text.includes(END_MARKER)) this.ended = true;
    else if (!this.ended) this.read(text.includes('\u001b') ? text.replace(colours, '') : text);
  }

  finish(): ErrorFinding {
    const { required, none, another } = this.found;
    const best = required ?? none ?? (this.sawRequired ? undefined : another);
    return best ?? { type: 'other', rule: 'the log shows no error that the rules know', line: null, text: null };
  }

  /** What the script printed before the tests (checkout, installation) is no result. */
  private begin(): void {
    delete this.found.required;
    delete this.found.none;
    delete this.found.another;
    this.enter('none');
    this.sawRequired = false;
    this.ended = false;
    this.noiseEnd = 0;
  }

  private read(text: string): void {
    if (startOfNoise.test(text)) this.noiseEnd = this.number + longestNoise;
    const summary = summaryLine(text);
    if (summary) this.take(this.blockOf(idForms(summary.name)), `E   ${summary.message}`, text);
    else if (endsBlock(text)) this.enter('none');
    else if (this.number > this.noiseEnd) this.readLine(text);
    if (text.startsWith('Remainder of file ignored')) this.noiseEnd = 0;
  }

  private readLine(text: string): void {
    const names = headerNames(text);
    if (names) this.enter(this.blockOf(names));
    this.take(this.block, text, text);
  }

  private blockOf(names: readonly string[]): Block {
    return this.required.size === 0 || names.some((name) => this.required.has(name)) ? 'required' : 'another';
  }

  private enter(block: Block): void {
    this.block = block;
    if (block === 'required') this.sawRequired = true;
  }

  private take(block: Block, read: string, shown: string): void {
    if (this.found[block]) return;
    const error = errorInLine(read);
    if (!error) return;
    this.found[block] = {
      type: error.type,
      rule: block === 'required' ? error.rule : `${error.rule}, ${places[block]}`,
      line: this.number,
      text: shown.slice(0, shownText),
    };
  }
}

const places = { another: 'in the failure of another test', none: 'outside the failures of tests' } as const;
