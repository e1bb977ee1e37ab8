import { groupBy } from '../../../shared/groupBy';
import { fieldsAt, numberAt, textAt, timeAt, valueAt } from '../fields';
import type { Score, Totals, Trajectory, TrajectoryStatus } from '../trajectory';
import type { RawRecord, StepGroup, TrajectoryFolder, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { atif, atifCut } from './atif';
import { AtifReader } from './atif/atifReader';
import { buildAtifStep } from './atif/atifStep';

const name = 'harbor-trial';
const agentFile = 'agent/trajectory.json';

/** Exceptions of Harbor by their type; those of its verifier come after the agent had ended. */
const exceptions: readonly (readonly [RegExp, TrajectoryStatus])[] = [
  [/^Verifier|^Reward|^AddTests/, 'submitted'],
  [/AgentTimeout/, 'limit_time'],
  [/Context(?:Length|Window)/, 'limit_context'],
  [/Cancel|Interrupt/, 'aborted'],
  [/Environment|Docker|Sandbox|Build|AgentSetup/, 'env_error'],
  [/RateLimit|API|Authentication|LLM/i, 'api_error'],
];

/** A trial's `result.json`, and the trajectory of its agent. */
class TrialReader implements TrajectoryReader {
  private readonly agent: AtifReader;
  private result: unknown = null;

  constructor(version: string | null) {
    this.agent = new AtifReader(name, version);
  }

  take(record: RawRecord): readonly StepGroup[] {
    if (!/(?:^|\/)result\.json$/.test(record.ref.file)) return this.agent.take(record);
    this.result = record.value;
    return [];
  }

  end(cut: boolean): readonly StepGroup[] {
    return this.agent.end(cut);
  }

  /** Rewards have no yes or no: they are scores. */
  head(): Trajectory {
    const { result } = this;
    const head = this.agent.head();
    return {
      ...head,
      id: textAt(result, 'trial_name') ?? head.id,
      instanceId: textAt(result, 'task_name'),
      agent: textAt(result, 'agent_info', 'name') ?? head.agent,
      model: head.model ?? textAt(result, 'agent_info', 'model_info', 'name'),
      startedAt: head.startedAt ?? timeAt(result, 'started_at'),
      endedAt: head.endedAt ?? timeAt(result, 'finished_at'),
      ...this.ending(),
      totals: this.totals(head.totals),
      scores: this.scores(),
    };
  }

  private ending(): Pick<Trajectory, 'status' | 'rawStatus'> {
    const exception = fieldsAt(this.result, 'exception_info');
    const type = textAt(exception, 'exception_type') ?? textAt(exception, 'type');
    if (type !== null) return { status: exceptions.find(([cue]) => cue.test(type))?.[1] ?? 'aborted', rawStatus: type };
    const ended = exception === null && valueAt(this.result, 'exception_info') === null;
    return { status: ended ? 'submitted' : 'unknown', rawStatus: null };
  }

  private scores(): readonly Score[] {
    const rewards = fieldsAt(this.result, 'verifier_result', 'rewards') ?? {};
    return Object.entries(rewards).flatMap(([reward, value]) =>
      typeof value === 'number' ? [{ name: reward, value, answer: null, explanation: null }] : [],
    );
  }

  /** What the trial counted stands in where the trajectory counts nothing. */
  private totals(totals: Totals): Totals {
    const count = (field: string): number | null => numberAt(this.result, 'agent_result', field);
    const cost = totals.costUsd ?? count('cost_usd');
    return {
      ...totals,
      prompt: totals.prompt ?? count('n_input_tokens'),
      cached: totals.cached ?? count('n_cache_tokens'),
      completion: totals.completion ?? count('n_output_tokens'),
      costUsd: cost,
      costSource: totals.costUsd !== null ? totals.costSource : cost === null ? 'unknown' : 'reported',
    };
  }
}

const stem = agentFile.replace(/\.json$/, '');

const trialsOf = (paths: readonly string[]): TrajectoryFolder | null => {
  const known = new Set(paths);
  const beside = groupBy(
    paths.filter((path) => path.includes(`${stem}.`)),
    (path) => path.slice(0, path.lastIndexOf(`${stem}.`)),
  );
  const trials = [...beside].filter(([root]) => known.has(root + agentFile) && known.has(`${root}result.json`));
  const trajectories = trials.map(([root, files]) => {
    const endings = files.map((path) => path.slice(root.length + stem.length));
    const summaries = (atif.siblings?.(endings) ?? []).map((part) => ({ ...part, path: root + stem + part.path }));
    const result = { path: `${root}result.json`, cut: { kind: 'whole' } } as const;
    const parts = [result, { path: root + agentFile, cut: atifCut }, ...summaries];
    return { id: root.split('/').at(-2) ?? null, parts, root };
  });
  return trajectories.length === 0 ? null : { version: null, trajectories };
};

/** A trial of Harbor: `result.json` and `agent/trajectory.json` (ATIF) in one folder. */
export const harborTrial: TrajectoryFormat = {
  name,
  title: 'Harbor trial',
  detect: () => null,
  open: (version) => new TrialReader(version),
  build: buildAtifStep,
  folder: trialsOf,
};
