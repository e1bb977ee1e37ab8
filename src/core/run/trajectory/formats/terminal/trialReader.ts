import { blankTrajectory } from '../../blank';
import { booleanAt, type Fields, isFields, numberAt, textAt, timeAt } from '../../fields';
import type { AgentLane, Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { CastReader } from './castReader';
import { JoinedLines } from './terminalText';

const statuses: ReadonlyMap<string, TrajectoryStatus> = new Map<string, TrajectoryStatus>([
  ['agent_timeout', 'limit_time'],
  ['context_length_exceeded', 'limit_context'],
  ['output_length_exceeded', 'limit_context'],
  ['fatal_llm_parse_error', 'format'],
  ['agent_installation_failed', 'env_error'],
]);

const mainLane: AgentLane = { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null };
const testLane: AgentLane = { agentId: 'tests', parentCallId: null, depth: 0, kind: 'reviewer', name: 'tests' };

/** A count of 0 is what the harness writes where the agent reports none. */
const counted = (trial: Fields | null, name: string): number | null => numberAt(trial, name) || null;

/** Reads the files of one trial in turn: results.json, then terminals as recordings or as text. */
export class TrialReader implements TrajectoryReader {
  private trial: Fields | null = null;
  private file: string | null = null;
  private cast: CastReader | null = null;
  private screen: JoinedLines | null = null;
  private lane = mainLane;
  private hasTests = false;
  private isCut = false;
  private readonly faults: string[] = [];

  take(record: RawRecord): readonly StepGroup[] {
    if (typeof record.value !== 'string') return this.results(record);
    const closed = record.ref.file === this.file ? [] : this.enter(record.ref.file);
    if (this.cast !== null) return [...closed, ...this.cast.take(record)];
    const full = this.screen?.isFull ? this.close() : [];
    this.screen ??= new JoinedLines();
    this.screen.add(record);
    return [...closed, ...full];
  }

  private results(record: RawRecord): readonly StepGroup[] {
    const { value } = record;
    if (!isFields(value)) {
      this.faults.push(`The results of the trial could not be read: ${record.broken ?? 'no object'}`);
      return [];
    }
    this.trial ??= value;
    const group = (facts: StepGroup['facts']): StepGroup => ({ agentId: 'main', records: [record], facts });
    const times = { startedAt: timeAt(value, 'agent_started_at'), endedAt: timeAt(value, 'agent_ended_at') };
    const task = textAt(value, 'instruction') === null ? [] : [group({ kind: 'task', role: 'user' })];
    return [...task, group({ kind: 'trial', role: 'agent', ...times })];
  }

  private enter(file: string): readonly StepGroup[] {
    const closed = this.close();
    const isTest = /(?:tests\.\w+|post-test\.txt)$/.test(file);
    this.file = file;
    this.lane = isTest ? testLane : mainLane;
    this.hasTests = this.hasTests || isTest;
    this.cast = file.endsWith('.cast') ? new CastReader(this.lane.agentId, isTest ? 'system' : 'agent') : null;
    return closed;
  }

  private close(): readonly StepGroup[] {
    const record = this.screen?.record() ?? null;
    this.screen = null;
    const facts = { kind: 'screen', role: this.lane === testLane ? 'system' : 'agent' };
    const text = record === null ? [] : [{ agentId: this.lane.agentId, records: [record], facts }];
    return [...text, ...(this.cast?.end() ?? [])];
  }

  end(cut: boolean): readonly StepGroup[] {
    this.isCut = this.isCut || cut;
    return this.close();
  }

  head(): Trajectory {
    const { trial } = this;
    const mode = textAt(trial, 'failure_mode');
    const blank = blankTrajectory('terminal-bench');
    return {
      ...blank,
      id: textAt(trial, 'trial_name'),
      instanceId: textAt(trial, 'task_id'),
      startedAt: timeAt(trial, 'trial_started_at'),
      endedAt: timeAt(trial, 'trial_ended_at'),
      status: statuses.get(mode ?? '') ?? 'unknown',
      rawStatus: mode,
      totals: {
        ...blank.totals,
        prompt: counted(trial, 'total_input_tokens'),
        completion: counted(trial, 'total_output_tokens'),
        visibleSteps: trial === null ? 0 : 1,
        incomplete: this.isCut,
      },
      agents: this.hasTests ? [mainLane, testLane] : [mainLane],
      resolved: booleanAt(trial, 'is_resolved'),
      warnings: [
        'The harness records no steps of the agent: they are one, beside what its terminals showed.',
        ...this.faults,
      ],
    };
  }
}
