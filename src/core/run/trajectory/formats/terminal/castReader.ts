import { fieldsAt, numberAt, timeAt } from '../../fields';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { castEvent, castHeader, jsonLine } from './castLines';
import { JoinedLines } from './terminalText';

interface Open {
  readonly lines: JoinedLines;
  readonly startedAt: number | null;
  endedAt: number | null;
  typed: boolean;
  entered: boolean;
}

/**
 * Cuts a recorded terminal (asciinema 2 and 3) into steps: what was typed up to Enter, and what the terminal showed
 * until something was typed again.
 */
export class CastReader {
  width: number | null = null;
  recordedAt: number | null = null;
  lastAt: number | null = null;
  private version = 2;
  private seconds = 0;
  private open: Open | null = null;
  private hasHeader = false;

  constructor(
    private readonly agentId: string,
    private readonly role: 'agent' | 'system',
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    const line = jsonLine(record.value);
    if (!this.hasHeader && castHeader(line) !== null) {
      this.hasHeader = true;
      this.version = numberAt(line, 'version') ?? 2;
      this.recordedAt = timeAt(line, 'timestamp');
      this.width = numberAt(line, 'width') ?? numberAt(fieldsAt(line, 'term'), 'cols');
      return [];
    }
    const event = castEvent(line);
    if (event !== null) this.seconds = this.version === 3 ? this.seconds + event.seconds : event.seconds;
    return this.event(record, event?.code === 'i' ? event.data : null);
  }

  private event(record: RawRecord, typed: string | null): readonly StepGroup[] {
    const now = this.recordedAt === null ? null : Math.round(this.recordedAt + this.seconds * 1000);
    const begins = typed !== null && this.open !== null && (this.open.entered || !this.open.typed);
    const closed = begins || this.open?.lines.isFull ? this.end() : [];
    this.open ??= { lines: new JoinedLines(), startedAt: now, endedAt: now, typed: false, entered: false };
    this.open.lines.add(record);
    this.open.endedAt = now;
    this.lastAt = now ?? this.lastAt;
    if (typed !== null) this.open.typed = true;
    if (typed !== null && /[\r\n]/.test(typed)) this.open.entered = true;
    return closed;
  }

  end(): readonly StepGroup[] {
    const { open } = this;
    this.open = null;
    const record = open?.lines.record() ?? null;
    if (open === null || record === null) return [];
    const facts = { kind: 'cast', role: this.role, startedAt: open.startedAt, endedAt: open.endedAt };
    return [{ agentId: this.agentId, records: [record], facts }];
  }
}
