import type { Grade } from '../core/evaluation/grade/grade';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import {
  type Optimisation,
  type OptimisationSettings,
  optimisationOf,
  untimed,
} from '../core/evaluation/optimisation/optimisation';
import { ownSeconds } from '../core/evaluation/optimisation/testTimes';
import { byOwnTimes, readTimings, type Timings } from '../core/evaluation/optimisation/timings';
import type { RuleSetName } from '../core/evaluation/report';
import { asGradedByTests } from '../core/evaluation/rules/compassScores';
import { applyLadder } from '../core/evaluation/script/applyLadder';
import { buildTimedScript, timedLog, withClock } from '../core/evaluation/script/timedRuns';
import type { Engine, InputFile, JobEnd, JobFiles, JobSpec } from '../core/run/container/engine';
import { jobDeadlineMs } from '../core/run/container/limits';
import type { Sha256 } from '../core/shared/hash';
import { inputsLabel } from './evaluation/jobLabels';
import { gradeOwnLog } from './evaluation/ownLog';
import { readScriptResult } from './evaluation/scriptResult';

export interface TimePatchPorts {
  readonly engine: Pick<Engine, 'submit' | 'wait' | 'files' | 'remove'>;
  readonly sha256: Sha256;
}

export interface TimePatchRequest {
  /** The job of the ordinary evaluation of the same patch: image, testbed, scripts and limits are taken from it. */
  readonly spec: JobSpec;
  readonly instance: GradedInstance;
  readonly goldPatch: string | null;
  /** Where the testbed stands after the checkout; null where the image brings it. */
  readonly baseCommit: string | null;
  readonly rules: RuleSetName;
  readonly timeoutMs: number;
  readonly settings: OptimisationSettings;
}

export interface TimedPatch {
  readonly optimisation: Optimisation;
  /** `timings.json` as the job left it; null where it left none. */
  readonly timings: string | null;
}

/** After so long no further round is begun: fifteen rounds of a slow suite would take a night for one patch. */
const budgetMs = (timeoutMs: number): number => Math.max(600_000, 4 * timeoutMs);

const fileOf = (spec: JobSpec, name: string): Uint8Array => {
  const found = spec.files.find(({ path }) => path === `/in/${name}`);
  if (found === undefined) throw new RangeError(`the evaluation's job has no /in/${name}`);
  return found.bytes;
};

/** The timed job: the same sandbox with three trees in turn, under the same limits. */
const timedJobOf = (request: TimePatchRequest): JobSpec => {
  const { spec, goldPatch, rules, baseCommit, timeoutMs, settings } = request;
  const clock = withClock(new TextDecoder('utf-8', { ignoreBOM: true }).decode(fileOf(spec, 'eval.sh')));
  const entry = buildTimedScript({
    ...{ rules, baseCommit, testSeconds: timeoutMs / 1000, repeats: settings.repeats, hasGold: goldPatch !== null },
    timed: clock.timed,
    budgetSeconds: budgetMs(timeoutMs) / 1000,
  });
  const utf8 = new TextEncoder();
  const files: InputFile[] = [
    { path: '/in/entry.sh', bytes: utf8.encode(entry), executable: true },
    { path: '/in/eval.sh', bytes: utf8.encode(clock.script), executable: true },
    { path: '/in/patch.diff', bytes: fileOf(spec, 'patch.diff') },
    ...(goldPatch === null ? [] : [{ path: '/in/gold.diff', bytes: utf8.encode(goldPatch) }]),
  ];
  // Two rounds are run whatever they take, and gold once more at the end.
  const deadlineMs = budgetMs(timeoutMs) + jobDeadlineMs(10 * timeoutMs, 4 * (applyLadder(rules).rungs.length + 1));
  // Never taken over as the ordinary evaluation of the same patch; what a crash leaves of it is found and removed.
  return { ...spec, labels: { ...spec.labels, [inputsLabel]: 'timed' }, files, deadlineMs };
};

/** Why nothing was measured; null where the job left its timings. */
const failure = (end: JobEnd, { files }: JobFiles): string | null => {
  if (end.kind !== 'finished') return `the timed job ended by ${end.kind} (${end.evidence.join('; ')})`;
  const script = readScriptResult(files.get('result.json'));
  if (script === null) return 'the timed job left no result';
  if (script.stage === 'no-testbed') return 'the timed job could not make its trees';
  if (script.stage === 'not-applied') return 'the patch did not apply in the timed job';
  return files.has('timings.json') ? null : 'the timed job left no timings.json: gold may not apply';
};

/** The model's log has to be the one that was streamed when its run ended: later runs could have changed the file. */
const isGenuine = (end: JobEnd, log: Uint8Array, sha256: Sha256): boolean =>
  end.output === null || (end.output.bytes === log.byteLength && end.output.sha256 === sha256(log));

/** By the tests of the rule set, also where the benchmark's own measure is the time. */
const gradeOf = ({ instance, rules }: TimePatchRequest, log: Uint8Array): Grade => {
  const byTests = rules === 'compass' ? asGradedByTests(instance) : instance;
  return gradeOwnLog(byTests, log, rules);
};

const passes = (request: TimePatchRequest, log: Uint8Array | undefined): boolean =>
  log !== undefined && gradeOf(request, log).outcome.kind === 'resolved';

/** By the tests' own times where every log has them, with the wall clock beside it; else by the wall clock. */
const scored = (request: TimePatchRequest, timings: Timings, files: JobFiles['files']): Optimisation => {
  const pass = passes(request, files.get(timedLog('model', 0)));
  const byClock = optimisationOf(timings, pass, request.settings);
  const own = byOwnTimes(timings, ({ tree, round }) => {
    const log = files.get(timedLog(tree, round));
    return log === undefined ? null : ownSeconds(new TextDecoder().decode(log), gradeOf(request, log).tests);
  });
  return own === null ? byClock : { ...optimisationOf(own, pass, request.settings), wallClock: byClock.model };
};

const measured = (request: TimePatchRequest, end: JobEnd, output: JobFiles, sha256: Sha256): TimedPatch => {
  const failed = failure(end, output);
  const bytes = output.files.get('timings.json');
  const timings = bytes === undefined ? null : new TextDecoder().decode(bytes);
  if (failed !== null || timings === null) return { optimisation: untimed(failed ?? '', request.settings), timings };
  const read = readTimings(timings);
  if (!read.ok) return { optimisation: untimed(read.error, request.settings), timings };
  const log = output.files.get(timedLog('model', 0));
  if (log !== undefined && !isGenuine(end, log, sha256))
    return {
      optimisation: untimed('the log of its tests was changed inside the container', request.settings),
      timings,
    };
  const optimisation = scored(request, read.value, output.files);
  const goldLog = output.files.get(timedLog('gold', 1));
  const goldFails = goldLog !== undefined && !passes(request, goldLog);
  const warnings = [...optimisation.warnings, ...(goldFails ? ["gold's tests did not pass in the timed job"] : [])];
  return { optimisation: { ...optimisation, warnings }, timings };
};

/**
 * Times base, gold and the model's patch in turns inside one job and scores the patch by SWE-Compass's rule. To be asked
 * after the patch was resolved by its tests. Throws EnvironmentFault where the job can't be started; everything else is
 * a score of null with its reason.
 */
export const timePatch = async (
  { engine, sha256 }: TimePatchPorts,
  request: TimePatchRequest,
  signal: AbortSignal,
): Promise<TimedPatch> => {
  const ref = await engine.submit(timedJobOf(request), signal);
  try {
    const end = await engine.wait(ref, signal);
    signal.throwIfAborted();
    const early = end.kind === 'infrastructure' || end.kind === 'lost';
    const output: JobFiles = early ? { files: new Map(), skipped: [] } : await engine.files(ref);
    return measured(request, end, output, sha256);
  } finally {
    await engine.remove(ref);
  }
};
