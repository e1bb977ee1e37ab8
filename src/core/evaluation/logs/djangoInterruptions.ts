import { flatText } from './flatText';
import type { LogLine, LogPlace } from './lineParser';

const TESTING = ' ... Testing against Django installed in ';
const SERVER_ERROR = ' ... Internal Server Error: /';
const SYSTEM_CHECK = ' ... System check identified no issues (0 silenced)';
const SILENCED = ' silenced).';

/** What opens and closes an interruption, for the parser's cues. */
export const interruptionCues = { openings: [TESTING, SERVER_ERROR, SYSTEM_CHECK], closing: SILENCED };

/** A name whose `ok` comes on the line after `line`. */
interface Waiting {
  readonly name: string;
  readonly line: number;
}

/**
 * Finds names whose `ok` stands alone on a later line, after output that Django's runner is known to print between the
 * two: the harness passes such a name whatever else the log says of it. The first kind may go on for several lines.
 */
export class DjangoInterruptions {
  /** Name of the open block of the first kind, and the last line that could close it. */
  private open: string | null = null;
  private closedAt = -1;
  private waiting: Waiting | null = null;
  private readonly found = new Map<string, LogPlace>();

  line(line: LogLine): void {
    const { text } = line;
    if (text === 'ok') {
      if (this.waiting?.line === line.line - 1) this.pass(this.waiting.name, line);
      if (this.open !== null && this.closedAt === line.line - 1) {
        this.pass(this.open, line);
        this.open = null;
      }
    }
    this.readBlock(line);
    const name = interruptedName(text);
    if (name !== null) this.waiting = { name, line: line.line };
  }

  /** Every name with the place of its `ok`. */
  end(): ReadonlyMap<string, LogPlace> {
    return this.found;
  }

  private readBlock({ text, line }: LogLine): void {
    if (this.open !== null) {
      if (text.endsWith(SILENCED)) this.closedAt = line;
      return;
    }
    const start = text.indexOf(TESTING);
    if (start === -1) return;
    this.open = text.slice(0, start);
    if (text.slice(start + TESTING.length).endsWith(SILENCED)) this.closedAt = line;
  }

  private pass(name: string, { line, start, end }: LogPlace): void {
    this.found.set(flatText(name), { line, start, end });
  }
}

/** The name on a line that ends in one of the two interruptions of one line. */
const interruptedName = (text: string): string | null => {
  if (text.endsWith(SYSTEM_CHECK)) return text.slice(0, -SYSTEM_CHECK.length);
  if (!text.endsWith('/')) return null;
  const start = text.indexOf(SERVER_ERROR);
  return start === -1 || text.length === start + SERVER_ERROR.length ? null : text.slice(0, start);
};
