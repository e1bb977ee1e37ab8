import { withoutCodes } from '../ansi';
import { type Cue, cuesAt, type LineParser, type LogLine } from '../lineParser';
import { CompiledCues, type Wanted } from './compiledCues';
import type { KeptPlan } from './keptResults';
import { LineScanner } from './lineScanner';
import { factCues, LogFacts } from './logFacts';
import { ParserReading } from './parserReading';
import { RunnerSummaries, summaryCues } from './runnerSummaries';
import { TestSection } from './testSection';

const FACTS = 1;
const PARSER = 2;
const COLOUR = 4;
/** Readings of the parser that asked for the next line. */
const NEXT_OF = { section: 8, whole: 16, plain: 32 } as const;

const colourCues = cuesAt('anywhere', String.fromCharCode(27));

export interface PassPlan {
  readonly parser: LineParser | null;
  readonly kept: KeptPlan;
  /** Whether the parser sees only what stands between the markers. */
  readonly section: boolean;
  /** In a second pass, which comes where the first gave no result, the summaries of runners instead of the facts. */
  readonly beside: 'facts' | 'summaries';
}

/**
 * One reading of a log from its start to its end: everything that grading asks for at first. Up to the section's first result
 * the parser reads the whole log beside the section, in case that the section gives nothing, and up to the first
 * result at all it reads it as if it had no colour codes, to say what they hide.
 */
export class LogPass {
  readonly facts = new LogFacts();
  readonly summaries = new RunnerSummaries();
  readonly scanner: LineScanner;
  /** What the parser reads in the section, or in the whole log where no section is asked for. */
  readonly kept: ParserReading;
  /** Null where the section gave a result, and for parsers of all lines, which would hold the log twice. */
  whole: ParserReading | null = null;
  /** Complete only where nothing else gave a result. */
  readonly plain: ParserReading;
  hasColours = false;
  private readonly section: TestSection | null;

  constructor(private readonly plan: PassPlan) {
    const { parser, kept } = plan;
    this.section = plan.section ? new TestSection() : null;
    this.kept = new ParserReading(parser, kept, NEXT_OF.section);
    if (plan.section && parser?.cues !== 'every') this.whole = new ParserReading(parser, kept, NEXT_OF.whole);
    this.plain = new ParserReading(parser, kept, NEXT_OF.plain);
    this.scanner = new LineScanner(compiledFor(parser, plan.beside), (line, readers) => this.take(line, readers));
  }

  end(): void {
    this.scanner.end();
    this.kept.end();
    this.whole?.end();
    this.plain.end();
  }

  /** Which of the two markers the log lacks; null where both are there or none is asked for. */
  get missingMarker(): 'start' | 'end' | null {
    return this.section?.missing ?? null;
  }

  private take(line: LogLine, readers: number): number {
    let next = 0;
    if ((readers & FACTS) !== 0 && this[this.plan.beside].line(line)) next |= FACTS;
    // A line with a marker is looked at by the section first, and what is left of it belongs to the parser.
    const part = this.section === null ? line : this.section.part(line, (readers & FACTS) !== 0);
    if (part !== null && ((readers & (PARSER | NEXT_OF.section)) !== 0 || part !== line)) next |= this.kept.line(part);
    if (this.whole !== null && (readers & (PARSER | NEXT_OF.whole)) !== 0) next |= this.whole.line(line);
    if (this.whole !== null && this.kept.results.count > 0) this.whole = null;
    return next | this.takePlain(line, readers, part !== null);
  }

  private takePlain(line: LogLine, readers: number, inSection: boolean): number {
    const { parser } = this.plan;
    const any = this.kept.results.count > 0 || (this.whole?.results.count ?? 0) > 0;
    if (parser === null || parser.readsColours || (any && !inSection)) return 0;
    if ((readers & COLOUR) !== 0) {
      this.hasColours = true;
      return this.plain.line({ ...line, text: withoutCodes(line.text) });
    }
    const wanted = (readers & (PARSER | NEXT_OF.plain)) !== 0;
    return wanted && !any && parser.cues !== 'every' ? this.plain.line(line) : 0;
  }
}

const noCues: readonly Cue[] = [];
const everyLine = {};
const besides = { facts: factCues, summaries: summaryCues };

/** Compiling costs more than reading a short log; parsers that are made anew for each log have the same cues. */
const compiled = { facts: new WeakMap<object, CompiledCues>(), summaries: new WeakMap<object, CompiledCues>() };
const compiledByText = new Map<string, CompiledCues>();

const compile = (parser: LineParser | null, beside: PassPlan['beside']): CompiledCues => {
  const wanted: Wanted[] = [{ bit: FACTS, cues: besides[beside] }];
  if (parser !== null) wanted.push({ bit: PARSER, cues: parser.cues });
  if (parser !== null && parser.readsColours !== true) wanted.push({ bit: COLOUR, cues: colourCues });
  return new CompiledCues(wanted);
};

const compiledFor = (parser: LineParser | null, beside: PassPlan['beside']): CompiledCues => {
  const cues = parser?.cues ?? noCues;
  const key = cues === 'every' ? everyLine : cues;
  const known = compiled[beside].get(key);
  if (known) return known;
  const text = JSON.stringify([beside, parser?.readsColours, parser?.cues]);
  const made = compiledByText.get(text) ?? compile(parser, beside);
  compiled[beside].set(key, made);
  compiledByText.set(text, made);
  return made;
};
