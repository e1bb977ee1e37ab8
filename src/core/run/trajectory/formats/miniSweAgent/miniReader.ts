import { blankTrajectory } from '../../blank';
import { fieldsAt, textAt, timeAt } from '../../fields';
import type { RecordedShell, Totals, Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { TimeSpan } from '../timeSpan';
import { sumKnown, UsageSum } from '../usageSum';
import { joinInfo, type MiniInfo, miniInfo, miniPatch, miniStatus, miniWarnings } from './miniEnding';
import { hasFailedReply, type MiniMessageKind, messageText, miniMessageKind } from './miniMessage';
import { knownCost, miniReply } from './miniReply';
import { miniShell } from './miniShell';

/** A turn of more messages than this is cut into several steps, so that no file can make the reader hold all of it. */
const maxTurn = 500;
const agentId = 'main';

/** A folder that bears the name of its file, `<instance>/<instance>.traj.json`, is how runs over a benchmark are kept. */
const instanceOfPath = (file: string): string | null => /(?:^|\/)([^/]+)\/\1\.traj\.json$/.exec(file)?.[1] ?? null;

/** Reads mini-swe-agent's messages, of either version, in a document or bare. */
export class MiniReader implements TrajectoryReader {
  private open: { records: RawRecord[]; replied: boolean; answered: boolean; submits: boolean } | null = null;
  private info: MiniInfo | null = null;
  private shell: RecordedShell | null = null;
  private settings: Trajectory['settings'];
  private exit: MiniInfo | null = null;
  private instanceId: string | null = null;
  private instanceOfFile: string | null = null;
  private handedIn: string | null = null;
  private readonly usage = new UsageSum();
  private readonly span = new TimeSpan();
  private cost: number | null = null;
  private replies = 0;
  private unkept = 0;
  private messages = 0;
  private cut = false;

  constructor(
    private readonly format: string,
    private readonly version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.place !== '' && record.place !== 'messages') return this.member(record);
    this.instanceOfFile ??= instanceOfPath(record.ref.file);
    this.messages += 1;
    this.clock(timeAt(record.value, 'extra', 'timestamp') ?? timeAt(record.value, 'timestamp'));
    return this.message(record, record.broken === null ? miniMessageKind(record.value) : 'other');
  }

  /** A fork's time is that of its own messages: those of its parent may be from long ago. */
  private clock(time: number | null): void {
    if (this.messages > (this.info?.parent?.taken ?? 0)) this.span.add(time);
  }

  private member(record: RawRecord): readonly StepGroup[] {
    if (record.place === 'info') {
      this.info = miniInfo(record.value);
      this.shell = miniShell(record.value);
      this.settings = { ref: record.ref, place: record.place };
    }
    if (record.place === 'instance_id') this.instanceId = textAt({ value: record.value }, 'value');
    return [];
  }

  private message(record: RawRecord, kind: MiniMessageKind): readonly StepGroup[] {
    if (kind === 'reply' || (kind === 'formatError' && hasFailedReply(record.value))) return this.reply(record);
    if (kind === 'formatError') return this.unkeptReply(record);
    if (kind === 'result') return this.append(record);
    if (kind === 'user') return this.user(record);
    if (kind === 'exit') return this.exitMessage(record);
    return [...this.close(), this.alone(record)];
  }

  private alone(record: RawRecord): StepGroup {
    return { agentId, records: [record], facts: {} };
  }

  private close(): readonly StepGroup[] {
    const { open } = this;
    this.open = null;
    return open === null ? [] : [{ agentId, records: open.records, facts: {} }];
  }

  private append(record: RawRecord): readonly StepGroup[] {
    const closed = this.open !== null && this.open.records.length >= maxTurn ? this.close() : [];
    this.open ??= { records: [], replied: false, answered: false, submits: false };
    this.open.records.push(record);
    return closed;
  }

  /** A reply begins a turn; what failed before it and was not kept belongs to the same turn. */
  private reply(record: RawRecord): readonly StepGroup[] {
    const closed = [...(this.open?.replied ? this.close() : []), ...this.append(record)];
    const reply = miniReply(fieldsAt(record.value) ?? {});
    if (this.open !== null) {
      this.open.replied = true;
      this.open.submits = reply.calls.some((call) => call.kind === 'submit');
    }
    this.handedIn = null;
    this.replies += 1;
    this.cost = sumKnown(this.cost, reply.costUsd);
    if (reply.usage !== null) this.usage.put(null, reply.usage);
    this.clock(reply.createdAt);
    return closed;
  }

  private unkeptReply(record: RawRecord): readonly StepGroup[] {
    this.unkept += 1;
    return [...(this.open?.replied ? this.close() : []), ...this.append(record)];
  }

  /** In version 1 the first message after a reply is what its command gave, or says that there was none. */
  private user(record: RawRecord): readonly StepGroup[] {
    const { open } = this;
    const marked = textAt(record.value, 'extra', 'interrupt_type') !== null;
    if (marked || open === null || !open.replied || open.answered) return [...this.close(), this.alone(record)];
    open.answered = true;
    if (open.submits) this.handedIn = messageText(record.value).text;
    return this.append(record);
  }

  private exitMessage(record: RawRecord): readonly StepGroup[] {
    this.exit = miniInfo(fieldsAt(record.value, 'extra'));
    const belongs = this.exit.exitStatus === 'Submitted' || this.exit.exitStatus === 'ExtractionFailed';
    if (belongs && this.open?.replied) return [...this.append(record), ...this.close()];
    return [...this.close(), this.alone(record)];
  }

  end(cut: boolean): readonly StepGroup[] {
    this.cut = cut;
    return this.close();
  }

  /** A bare list has no ending: what the last command, one that submits, gave without an exit code is the submission. */
  private ending(): MiniInfo {
    const info = joinInfo(this.info, this.exit);
    const text = this.handedIn;
    if (info.exitStatus !== null || this.info !== null || text === null || /^\s*<returncode>/.test(text)) return info;
    return { ...info, exitStatus: 'Submitted', submission: text };
  }

  private totals(info: MiniInfo): Totals {
    const reported = info.apiCalls === 0 ? info.costUsd : knownCost(info.costUsd);
    const counted = info.apiCalls ?? (this.unkept > 0 ? this.replies + this.unkept : null);
    return {
      ...this.usage.usage,
      visibleSteps: this.replies,
      apiCalls: counted,
      costUsd: reported ?? this.cost,
      costSource: reported !== null ? 'reported' : this.cost !== null ? 'computed' : 'unknown',
      incomplete: this.unkept > 0 || (counted ?? 0) > this.replies || this.cut,
    };
  }

  head(): Trajectory {
    const info = this.ending();
    const finalPatch = miniPatch(info);
    const cutWords = this.cut ? ['The file ends in the middle of a value; what comes after is missing.'] : [];
    return {
      ...blankTrajectory(this.format),
      instanceId: this.instanceId ?? this.instanceOfFile,
      agent: info.agent ?? 'mini-swe-agent',
      model: info.model,
      startedAt: this.span.startedAt,
      endedAt: this.span.endedAt,
      status: miniStatus(info, finalPatch),
      rawStatus: this.info === null && this.exit === null ? null : info.exitStatus,
      finalPatch,
      totals: this.totals(info),
      agents: [{ agentId, parentCallId: null, depth: 0, kind: 'main', name: info.agent ?? 'mini-swe-agent' }],
      version: info.miniVersion ?? this.version,
      shell: this.shell,
      ...(this.settings === undefined ? {} : { settings: this.settings }),
      warnings: [...cutWords, ...miniWarnings(info), ...this.missingWords(info)],
    };
  }

  private missingWords(info: MiniInfo): readonly string[] {
    const missing = Math.max(this.unkept, (info.apiCalls ?? 0) - this.replies);
    return missing > 0
      ? [
          `${missing === 1 ? 'The reply of one call' : `The replies of ${missing} calls`} of the model ${missing === 1 ? 'was' : 'were'} not kept: tokens and cost are sums without them.`,
        ]
      : [];
  }
}
