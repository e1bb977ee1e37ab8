import { counted } from '../../../../shared/counted';
import { blankTrajectory, unknownTotals } from '../../blank';
import { booleanAt, textAt } from '../../fields';
import type { Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { mainAgent } from './agentLanes';
import { Conversation } from './conversation';
import { isInterruption, type LineKind } from './lineKind';

/** `agent-<id>.jsonl` and its `.meta.json`, as sub-agents are kept. */
const agentFile = /(?:^|\/)agent-([^/]+?)\.(jsonl|meta\.json)$/;

/** Reads the lines of a Claude Code session, and after it those of its sub-agents' files. */
export class SessionReader implements TrajectoryReader {
  private readonly conversation = new Conversation();
  private id: string | null = null;
  private file: string | null = null;
  private agent: string | null = null;
  private lastMain: 'interrupted' | 'failed' | 'other' = 'other';
  private cut = false;

  constructor(
    private readonly format: string,
    private version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.ref.file !== this.file) this.enter(record.ref.file);
    const found = agentFile.exec(record.ref.file);
    if (found?.[2] === 'meta.json' && found[1] !== undefined && record.broken === null) {
      this.conversation.agents.describe(found[1], this.metaOf(record));
      return [];
    }
    const agentId = this.agentOf(record.value);
    this.remember(record.value);
    const kind = this.conversation.add(record, agentId);
    if (agentId === mainAgent) this.note(record.value, kind);
    return this.conversation.drain();
  }

  end(cut: boolean): readonly StepGroup[] {
    this.cut = cut;
    return this.conversation.end();
  }

  resume(): void {
    this.conversation.resume();
  }

  head(): Trajectory {
    const { conversation } = this;
    const { startedAt, endedAt } = conversation.times;
    const status = this.status();
    return {
      ...blankTrajectory(this.format),
      id: this.id,
      agent: 'claude-code',
      model: conversation.model,
      startedAt,
      endedAt,
      status,
      totals: {
        ...unknownTotals,
        ...conversation.usage.usage,
        visibleSteps: conversation.visible,
        incomplete: this.cut || conversation.withoutUsage || conversation.unread > 0,
      },
      agents: conversation.lanesOf(),
      version: this.version,
      warnings: this.warnings(),
    };
  }

  private metaOf({ place, value }: RawRecord): unknown {
    return place === '' ? value : { [place]: value };
  }

  /** Agents of a file of their own are over where the next file begins. */
  private enter(file: string): void {
    if (this.file !== null) this.conversation.close(this.agent ?? mainAgent);
    this.file = file;
    this.agent = agentFile.exec(file)?.[1] ?? null;
  }

  /** Main, the agent that the line or the file names, or the side chain that its parent belongs to. */
  private agentOf(line: unknown): string {
    const named = textAt(line, 'agentId') ?? this.agent;
    if (named !== null) return named;
    if (booleanAt(line, 'isSidechain') !== true) return mainAgent;
    const parent = this.conversation.agentOf(textAt(line, 'parentUuid'));
    if (parent !== null && parent !== mainAgent) return parent;
    return `sidechain-${textAt(line, 'uuid') ?? 'unnamed'}`;
  }

  private remember(line: unknown): void {
    this.id ??= textAt(line, 'sessionId');
    this.version ??= textAt(line, 'version');
  }

  private note(line: unknown, kind: LineKind): void {
    if (kind.kind === 'skip' || (kind.kind === 'told' && !kind.turn)) return;
    if (kind.kind === 'told' && kind.notice === 'missing-reply') this.lastMain = 'failed';
    else this.lastMain = kind.kind === 'told' && isInterruption(line) ? 'interrupted' : 'other';
  }

  /** A session states no end; what stopped it is told by its last message alone. */
  private status(): TrajectoryStatus {
    if (this.lastMain === 'failed') return 'api_error';
    return this.lastMain === 'interrupted' ? 'aborted' : 'unknown';
  }

  private warnings(): readonly string[] {
    const { unread, skipped } = this.conversation;
    return [
      ...(unread === 0 ? [] : [`${counted(unread, 'line')} could not be read; each is a step that says why`]),
      ...skipped.warnings(),
    ];
  }
}
