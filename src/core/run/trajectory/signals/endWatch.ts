import type { Observation, Step } from '../step';
import type { TrajectoryStatus } from '../trajectory';
import { measuredRates } from './measuredRates';
import { Evidence, type FailureMode, type Signal, type SignalFacts, type SignalWatch, type Strength } from './signal';

/** Ends that the run's surroundings may be to blame for, not the model. */
const outside: ReadonlyMap<TrajectoryStatus, string> = new Map([
  ['env_error', 'The environment failed'],
  ['api_error', "The model's provider failed"],
  ['limit_context', "The model's context was full"],
  ['aborted', 'The run was stopped from outside'],
]);

type End = readonly [FailureMode, Strength, string];

const byLimit: End = ['INF', 'weak', 'A limit ended the run'];

const otherEnds: ReadonlyMap<TrajectoryStatus, End> = new Map<TrajectoryStatus, End>([
  ['format', ['TIE', 'strong', 'The run ended over replies that could not be read']],
  ['stuck', ['INF', 'strong', "The run's own detector found the agent stuck"]],
  ['limit_turns', byLimit],
  ['limit_cost', byLimit],
  ['limit_time', byLimit],
]);

const limits = new Set<TrajectoryStatus>(['limit_turns', 'limit_cost', 'limit_time', 'limit_context']);

/** What tools and shells say when what they run in is broken. */
const broken =
  /No such container|container [^\n]{0,80} is not running|OCI runtime exec failed|Cannot connect to the Docker daemon|No space left on device|Cannot allocate memory|Read-only file system|Temporary failure in name resolution/;

/** How the run ended, and whether its surroundings failed. */
export class EndWatch implements SignalWatch {
  private readonly broken = new Evidence();
  private steps = 0;
  private lastStep = 0;
  private lastChange = 0;
  private lastGiven: string | null = null;

  take(step: Step): void {
    this.steps++;
    this.lastStep = step.idx;
    const given = step.givenPatch !== null && step.givenPatch !== this.lastGiven;
    if (step.givenPatch !== null) this.lastGiven = step.givenPatch;
    if (given || step.calls.some((call) => call.kind === 'edit')) this.lastChange = this.steps;
    if (step.observations.some(saysBroken)) this.broken.add(step.idx);
  }

  signals({ head }: SignalFacts): readonly Signal[] {
    return [...this.outside(head.status, head.rawStatus), ...this.brokenEnvironment(), ...this.limit(head.status)];
  }

  private outside(status: TrajectoryStatus, raw: string | null): readonly Signal[] {
    const words = outside.get(status);
    const other = otherEnds.get(status);
    const text = words ?? other?.[2];
    if (text === undefined) return [];
    const [mode, strength] = words === undefined ? (other ?? ['OTH', 'strong']) : (['OTH', 'strong'] as const);
    return [this.ofEnd(`ended-${status}`, mode, strength, `${text}${raw === null ? '' : ` (${raw})`}.`)];
  }

  private ofEnd(name: string, mode: FailureMode, strength: Strength, text: string): Signal {
    const steps = this.lastStep === 0 ? [] : [this.lastStep];
    return { name, mode, strength, text, steps, needs: null, measured: measuredRates.notSubmitted };
  }

  private brokenEnvironment(): readonly Signal[] {
    const { count, steps } = this.broken;
    if (count === 0) return [];
    const text = `What the commands ran in says that it is broken, at ${count} ${count === 1 ? 'step' : 'steps'}.`;
    return [{ name: 'broken-environment', mode: 'OTH', strength: 'strong', text, steps, needs: null, measured: null }];
  }

  /** A limit ended the run, and its last third changed nothing. */
  private limit(status: TrajectoryStatus): readonly Signal[] {
    if (!limits.has(status) || this.steps < 3 || this.lastChange > (this.steps * 2) / 3) return [];
    return [
      this.ofEnd('limit-without-change', 'INF', 'strong', 'A limit ended the run, and its last third changed no file.'),
    ];
  }
}

/** Where nothing says that a command failed, only a short text counts: a file that was read may hold such words. */
const saysBroken = ({ text, isError, exitCode }: Observation): boolean => {
  if (isError === false || exitCode === 0) return false;
  const failed = isError === true || exitCode !== null;
  return (failed || text.length <= 500) && (broken.test(text.slice(0, 2000)) || broken.test(text.slice(-2000)));
};
