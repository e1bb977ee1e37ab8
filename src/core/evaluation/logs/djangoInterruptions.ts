import { isBlank } from './blanks';
import { flatText } from './flatText';
import { type Cue, cuesAt, type LogLine, type LogPlace } from './lineParser';

const TESTING = 'Testing against Django installed in ';
const SERVER_ERROR = 'Internal Server Error: /';
const SYSTEM_CHECK = 'System check identified no issues (0 silenced)';
const SILENCED = ' silenced).';
const DOTS = '...';

/** What stands in the lines that this needs. */
export const interruptionCues: readonly Cue[] = [
  ...cuesAt('anywhere', TESTING, SERVER_ERROR),
  ...cuesAt('end', SYSTEM_CHECK, SILENCED, DOTS),
];

/** A name that something on the line after `line` belongs to. */
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
  /** Before its `ok`. */
  private waiting: Waiting | null = null;
  /** Before its interruption, where a line ends with the dots. */
  private dotted: Waiting | null = null;
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
    const before = this.dotted?.line === line.line - 1 ? this.dotted.name : null;
    this.readBlock(line, before);
    const name = before !== null && isInterruption(text) ? before : interruptedName(text);
    if (name !== null) this.waiting = { name, line: line.line };
    const isDotted = text.endsWith(DOTS) && isBlank(text.charCodeAt(text.length - 4));
    if (isDotted) this.dotted = { name: flatText(text.slice(0, -4)), line: line.line };
  }

  /** Every name with the place of its `ok`. */
  end(): ReadonlyMap<string, LogPlace> {
    return this.found;
  }

  private readBlock({ text, line }: LogLine, before: string | null): void {
    if (this.open !== null) {
      if (text.endsWith(SILENCED)) this.closedAt = line;
      return;
    }
    const goesOn = before !== null && text.startsWith(TESTING);
    const start = goesOn ? 0 : openingIn(text, TESTING);
    if (start === -1) return;
    this.open = goesOn ? before : text.slice(0, start - 5);
    if (text.slice(start + TESTING.length).endsWith(SILENCED)) this.closedAt = line;
  }

  private pass(name: string, { line, start, end }: LogPlace): void {
    this.found.set(flatText(name), { line, start, end });
  }
}

/** Whether dots between two blanks of any kind stand right before `at`. */
const isAfterDots = (text: string, at: number): boolean =>
  at >= 5 && text.startsWith('...', at - 4) && isBlank(text.charCodeAt(at - 5)) && isBlank(text.charCodeAt(at - 1));

/** Where the first `opening` that stands after dots begins; -1 where there is none. */
const openingIn = (text: string, opening: string): number => {
  let at = text.indexOf(opening);
  while (at !== -1 && !isAfterDots(text, at)) at = text.indexOf(opening, at + 1);
  return at;
};

/** Whether a line is one of the two interruptions of one line, and nothing else. */
const isInterruption = (text: string): boolean =>
  text === SYSTEM_CHECK || (text.startsWith(SERVER_ERROR) && text.length > SERVER_ERROR.length && text.endsWith('/'));

/** The name on a line that ends in one of the two interruptions of one line. */
const interruptedName = (text: string): string | null => {
  if (text.endsWith(SYSTEM_CHECK)) {
    const at = text.length - SYSTEM_CHECK.length;
    return isAfterDots(text, at) ? text.slice(0, at - 5) : null;
  }
  if (!text.endsWith('/')) return null;
  const at = openingIn(text, SERVER_ERROR);
  return at === -1 || text.length === at + SERVER_ERROR.length ? null : text.slice(0, at - 5);
};
