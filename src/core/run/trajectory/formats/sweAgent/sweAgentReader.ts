import { blankTrajectory } from '../../blank';
import { fieldsAt, numberAt, textAt } from '../../fields';
import type { AgentLane, Trajectory } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import type { RecordPlace } from '../../trajectoryIndex';
import { MessageGroups, mainLane } from '../messages/messageGroups';
import { attemptRecords } from './attempts';
import { idOfPath, type RunFacts, runFacts } from './runFacts';
import { statusOfExit } from './statuses';
import { totalsOf } from './totals';
import { wasNeverRun } from './trajectoryStep';

const mostPrompts = 20;

interface Waiting {
  readonly record: RawRecord;
  readonly agentId: string;
}

/** What of `info` is used; the text of edited files and reviews is not held. */
const keptInfo = (info: unknown): unknown => ({
  submission: textAt(info, 'submission'),
  exit_status: textAt(info, 'exit_status'),
  swe_agent_version: textAt(info, 'swe_agent_version'),
  best_attempt_idx: numberAt(info, 'best_attempt_idx'),
  ...(fieldsAt(info, 'model_stats') === null ? {} : { model_stats: fieldsAt(info, 'model_stats') }),
});

const ofHistory = (groups: readonly StepGroup[]): readonly StepGroup[] =>
  groups.map((group) => ({ ...group, facts: { history: true } }));

/** Reads the members of a `.traj` document. Steps come of `attempts`, else `trajectory`, else `history`. */
export class SweAgentReader implements TrajectoryReader {
  readonly #history = new MessageGroups((message) => textAt(message, 'action') !== null);
  readonly #attempts: AgentLane[] = [];
  readonly #attemptInfos: unknown[] = [];
  #from: 'attempts' | 'trajectory' | 'history' | null = null;
  /** A step waits for what comes behind it: only one that isn't the last can have been asked again. */
  #waiting: Waiting | null = null;
  #steps = 0;
  #info: unknown = null;
  /** What the agent was told before its first step: steps do not say it. */
  readonly #prompt: RecordPlace[] = [];
  #isPrompt = true;
  #environment: string | null = null;
  #run: RunFacts = runFacts(null);
  #path = '';
  #cut = false;

  constructor(
    private readonly format: string,
    private readonly version: string | null,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    this.#path = record.ref.file;
    if (record.place === 'attempts') return this.#takeAttempt(record);
    if (record.place === 'trajectory') return this.#reads('trajectory') ? this.#takeStep(record, mainLane.agentId) : [];
    if (record.place === 'history' && this.#reads('history')) return this.#takeHistory(record);
    if (record.place === 'history') this.#takePrompt(record);
    else this.#takeMember(record);
    return [];
  }

  end(cut: boolean): readonly StepGroup[] {
    this.#cut = cut;
    return [...this.#lastStep(), ...ofHistory(this.#history.end())];
  }

  head(): Trajectory {
    const submission = textAt(this.#info, 'submission');
    const rawStatus = textAt(this.#info, 'exit_status');
    return {
      ...blankTrajectory(this.format),
      instanceId: this.#run.instanceId ?? idOfPath(this.#environment ?? '') ?? idOfPath(this.#path),
      agent: 'SWE-agent',
      model: this.#run.model,
      status: statusOfExit(rawStatus, submission),
      rawStatus,
      finalPatch: submission === null ? null : { text: submission, source: 'submission' },
      totals: totalsOf(this.#info, this.#attemptInfos, this.#steps),
      agents: this.#lanes(),
      ...(this.#prompt.length === 0 ? {} : { prompt: [...this.#prompt] }),
      version: textAt(this.#info, 'swe_agent_version') ?? this.version,
      warnings: this.#cut ? ['The file ends in the middle; what follows its last whole step is missing.'] : [],
    };
  }

  /** The first member with steps is read; others say the same again. */
  #reads(place: 'trajectory' | 'history'): boolean {
    this.#from ??= place;
    return this.#from === place;
  }

  #lanes(): readonly AgentLane[] {
    const best = numberAt(this.#info, 'best_attempt_idx');
    if (this.#attempts.length === 0) return [mainLane];
    return this.#attempts.map((lane, i) => (i === best ? { ...lane, name: `${lane.name}, chosen` } : lane));
  }

  #takeMember({ place, value }: RawRecord): void {
    if (place === 'info') this.#info = keptInfo(value);
    else if (place === 'environment' && typeof value === 'string') this.#environment = value;
    else if (place === 'replay_config') this.#run = runFacts(value);
  }

  #takePrompt({ ref, place, value }: RawRecord): void {
    this.#isPrompt &&= textAt(value, 'role') !== 'assistant' && this.#prompt.length < mostPrompts;
    if (this.#isPrompt) this.#prompt.push({ ref, place });
  }

  #takeHistory(record: RawRecord): readonly StepGroup[] {
    if (textAt(record.value, 'role') === 'assistant') this.#steps += 1;
    return ofHistory(this.#history.take(record));
  }

  #takeStep(record: RawRecord, agentId: string): readonly StepGroup[] {
    const { value } = this.#waiting?.record ?? { value: null };
    const requeried = this.#waiting?.agentId === agentId && wasNeverRun(value);
    const done = this.#lastStep(requeried);
    this.#waiting = { record, agentId };
    this.#steps += 1;
    return done;
  }

  #lastStep(requeried = false): readonly StepGroup[] {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return [];
    return [{ agentId: waiting.agentId, records: [waiting.record], facts: requeried ? { requeried } : {} }];
  }

  #takeAttempt(record: RawRecord): readonly StepGroup[] {
    this.#from ??= 'attempts';
    if (this.#from !== 'attempts') return [];
    const number = this.#attempts.length + 1;
    const agentId = `attempt-${number}`;
    this.#attempts.push({ agentId, parentCallId: null, depth: 0, kind: 'attempt', name: `Attempt ${number}` });
    this.#attemptInfos.push(fieldsAt(record.value, 'info', 'model_stats'));
    return attemptRecords(record).flatMap((step) => this.#takeStep(step, agentId));
  }
}
