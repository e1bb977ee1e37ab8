import { withoutCodes } from '../ansi';
import { cuesAt, type LineParser, type LogLine, type LogReading } from '../lineParser';
import { CompiledCues, type Wanted } from './compiledCues';
import { type KeptPlan, KeptResults } from './keptResults';
import { LineScanner } from './lineScanner';
import { factCues, LogFacts } from './logFacts';
import { TestSection } from './testSection';

const FACTS = 1;
const PARSER = 2;
const COLOUR = 4;

const colourCues = cuesAt('anywhere', String.fromCharCode(27));

export interface PassPlan {
  readonly parser: LineParser | null;
  readonly kept: KeptPlan;
  /** Whether the parser sees only what stands between the markers. */
  readonly section: boolean;
  /** Whether what a log says beside its results is gathered. */
  readonly facts: boolean;
  /** `coloured`: lines with colour codes are read without them as well; `all`: the log as if it had none. */
  readonly plain: 'coloured' | 'all';
}

/** One reading of a log from its start to its end: the parser's results, and everything else that grading asks for. */
export class LogPass {
  readonly facts: LogFacts | null;
  readonly kept: KeptResults;
  /** What the parser reads where colour codes are taken off. */
  readonly plain: KeptResults;
  readonly scanner: LineScanner;
  hasColours = false;
  private readonly section: TestSection | null;
  private readonly reading: LogReading | null;
  private readonly plainReading: LogReading | null;

  constructor(private readonly plan: PassPlan) {
    this.facts = plan.facts ? new LogFacts() : null;
    this.section = plan.section ? new TestSection() : null;
    this.kept = new KeptResults(plan.kept);
    this.plain = new KeptResults(plan.kept);
    this.reading = plan.parser?.read(this.kept) ?? null;
    this.plainReading = plan.parser?.read(this.plain) ?? null;
    this.scanner = new LineScanner(new CompiledCues(wanted(plan)), (line, readers) => this.take(line, readers));
  }

  push(chunk: Uint8Array): void {
    this.scanner.push(chunk);
  }

  end(): void {
    this.scanner.end();
    this.reading?.end?.();
    this.plainReading?.end?.();
  }

  /** Which of the two markers the log lacks; null where both are there or none is asked for. */
  get missingMarker(): 'start' | 'end' | null {
    return this.section?.missing ?? null;
  }

  private take(line: LogLine, readers: number): number {
    let next = 0;
    if ((readers & FACTS) !== 0 && this.facts?.line(line)) next |= FACTS;
    // A line with a marker is looked at by the section first, and what is left of it belongs to the parser.
    const part = this.section === null ? line : this.section.part(line);
    if (part === null) return next;
    if ((readers & PARSER) !== 0 || part !== line) next |= this.show(this.reading, this.kept, part, PARSER);
    if ((readers & COLOUR) !== 0) return next | this.showPlain(part);
    if (this.plan.plain === 'all' && (readers & PARSER) !== 0)
      return next | this.show(this.plainReading, this.plain, part, COLOUR);
    return next;
  }

  private showPlain(line: LogLine): number {
    this.hasColours = true;
    return this.show(this.plainReading, this.plain, { ...line, text: withoutCodes(line.text) }, COLOUR);
  }

  private show(reading: LogReading | null, results: KeptResults, line: LogLine, reader: number): number {
    reading?.line(line);
    if (!results.wantsNext) return 0;
    results.wantsNext = false;
    return reader;
  }
}

const wanted = ({ parser, facts, section }: PassPlan): Wanted[] => [
  ...(facts || section ? [{ bit: FACTS, cues: factCues }] : []),
  ...(parser
    ? [
        { bit: PARSER, cues: parser.cues },
        { bit: COLOUR, cues: colourCues },
      ]
    : []),
];
