import { counted } from '../../../../shared/counted';
import { blankTrajectory, unknownTotals } from '../../blank';
import { fieldsAt, listAt, textAt, timeAt, valueAt } from '../../fields';
import type { Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { type OrderedStep, OrderedSteps } from '../orderedSteps';
import { RecentMap } from '../recentMap';
import { SkippedRecords } from '../skippedRecords';
import { TimeSpan } from '../timeSpan';
import { UsageSum } from '../usageSum';
import { partsOf, textOfParts, tokensOf } from './parts';

const agentId = 'main';

/** A message's step, and the message before it: there a rewind to it leads. */
interface Said {
  readonly step: OrderedStep;
  readonly before: number;
}

/** Reads a session of Gemini CLI: members of the document, or lines of which the last one of an id counts. */
export class GeminiReader implements TrajectoryReader {
  private readonly steps = new OrderedSteps();
  private readonly said = new RecentMap<Said>(50_000);
  private readonly usage = new UsageSum();
  private readonly skipped = new SkippedRecords();
  private readonly times = new TimeSpan();
  private known: Pick<Trajectory, 'id' | 'model'> = { id: null, model: null };
  private subagent = false;
  /** Step of the last message of the branch at hand; `branched`: the next one does not follow the step before it. */
  private last = 0;
  private branched = false;
  private visible = 0;
  private unread = 0;
  private withoutTokens = false;
  private failed = false;
  private cut = false;

  constructor(private readonly format: string) {}

  take(record: RawRecord): readonly StepGroup[] {
    const { value, place, broken } = record;
    if (broken !== null) this.notice(record, 'not-read', broken);
    else if (place === 'messages') this.message(record);
    else if (place !== '') this.member({ [place]: value });
    else this.line(record);
    return this.steps.drain();
  }

  end(cut: boolean): readonly StepGroup[] {
    this.cut = cut;
    return this.steps.end();
  }

  resume(): void {
    this.steps.resume();
  }

  head(): Trajectory {
    const kind = this.subagent ? 'subagent' : 'main';
    return {
      ...blankTrajectory(this.format),
      ...this.known,
      agent: 'gemini-cli',
      startedAt: this.times.startedAt,
      endedAt: this.times.endedAt,
      status: this.failed ? 'api_error' : 'unknown',
      totals: {
        ...unknownTotals,
        ...this.usage.usage,
        visibleSteps: this.visible,
        incomplete: this.cut || this.unread > 0 || this.withoutTokens,
      },
      agents: [{ agentId, parentCallId: null, depth: this.subagent ? 1 : 0, kind, name: null }],
      warnings: this.warnings(),
    };
  }

  /** A line: a rewind, a message, a change of the session's own fields, or these fields. */
  private line(record: RawRecord): void {
    const { value } = record;
    const target = textAt(value, '$rewindTo');
    if (target !== null) this.rewind(record, target);
    else if (textAt(value, 'id') !== null) this.message(record);
    else if (fieldsAt(value, '$set') !== null) this.set(record);
    else if (textAt(value, 'sessionId') !== null) this.member(value);
    else this.notice(record, 'not-read', 'no line of a session: neither a message nor a change');
  }

  private member(fields: unknown): void {
    this.skipped.add('fields of the session');
    this.known = { ...this.known, id: this.known.id ?? textAt(fields, 'sessionId') };
    this.subagent ||= textAt(fields, 'kind') === 'subagent';
    this.times.add(timeAt(fields, 'startTime'));
    this.times.add(timeAt(fields, 'lastUpdated'));
  }

  private set(record: RawRecord): void {
    const replaced = listAt(record.value, '$set', 'messages').length;
    if (replaced === 0) this.member(valueAt(record.value, '$set'));
    else this.notice(record, 'compaction', `All messages were replaced by ${counted(replaced, 'other', 'others')}`);
  }

  private message(record: RawRecord): void {
    const { value } = record;
    const type = textAt(value, 'type');
    const id = textAt(value, 'id');
    this.times.add(timeAt(value, 'timestamp'));
    if (type === 'gemini') this.count(value, id);
    const known = this.said.get(id);
    if (type === null) this.notice(record, 'not-read', 'a message without a type');
    else if (known === undefined || !this.steps.add(known.step, record)) this.begin(record, type, id, known ?? null);
  }

  private begin(record: RawRecord, type: string, id: string | null, known: Said | null): void {
    const role = type === 'gemini' ? 'agent' : type === 'user' ? 'user' : 'system';
    if (role === 'agent') this.visible += 1;
    this.failed = type === 'error' && /API Error/i.test(textOfParts(partsOf(valueAt(record.value, 'content'))));
    const failure = this.failed ? { notice: 'missing-reply', words: 'The model did not answer' } : {};
    const anew = known === null ? {} : { notice: 'copied-context', words: `Says step ${known.step.idx} anew` };
    const branch = this.branched && this.last > 0 ? { parentStep: this.last } : {};
    const step = this.steps.open(agentId, record, { role, ...failure, ...anew, ...branch });
    if (id !== null && known === null) this.said.set(id, { step, before: this.last });
    this.last = step.idx;
    this.branched = false;
  }

  private count(message: unknown, id: string | null): void {
    this.known = { ...this.known, model: this.known.model ?? textAt(message, 'model') };
    const tokens = tokensOf(valueAt(message, 'tokens'));
    if (tokens === null) this.withoutTokens = true;
    else this.usage.put(id, tokens);
  }

  /** The message of this id and all after it were taken back; all there were, where there is none of this id. */
  private rewind(record: RawRecord, target: string): void {
    const found = this.said.get(target);
    const where = found === undefined ? 'to the beginning' : `to before step ${found.step.idx}`;
    this.notice(record, 'rewind', `Rewound ${where} (message ${target})`);
    this.last = found?.before ?? 0;
    this.branched = true;
  }

  private notice(record: RawRecord, notice: string, words: string): void {
    if (notice === 'not-read') this.unread += 1;
    this.steps.open(agentId, record, { role: 'system', notice, words }).closed = true;
  }

  private warnings(): readonly string[] {
    return [
      ...(this.unread === 0
        ? []
        : [`${counted(this.unread, 'record')} could not be read; each is a step that says why`]),
      ...this.skipped.warnings(),
    ];
  }
}
