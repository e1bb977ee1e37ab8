import { type CoverageWish, coverageWishOf } from '../../core/evaluation/coverage/coverageWish';
import type { MeasuredCoverage } from '../../core/evaluation/coverage/measureCoverage';
import type { Grade } from '../../core/evaluation/grade/grade';
import type { GradedInstance } from '../../core/evaluation/gradedInstance';
import type { NoVerdictReason, Outcome } from '../../core/evaluation/outcome';
import type { RuleSetName } from '../../core/evaluation/report';
import type { JobEnd, JobFiles } from '../../core/run/container/engine';
import type { Sha256 } from '../../core/shared/hash';
import { coverageOfJob } from './coverageOfJob';
import { gradeOwnLog } from './ownLog';
import { readScriptResult, type ScriptResult } from './scriptResult';

export const LOG = 'test_output.txt';

/** What one job came to: our outcome, the grade where there was something to grade, and why. */
export interface JobOutcome {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Null where the harness would write no report. */
  readonly grade: Grade | null;
  readonly script: ScriptResult | null;
  /** What the tests left of line coverage; null where it wasn't asked for, or they never came to their end. */
  readonly coverage: MeasuredCoverage | null;
}

interface JobFacts {
  readonly instance: GradedInstance;
  readonly rules: RuleSetName;
  readonly end: JobEnd;
  readonly output: JobFiles;
  readonly sha256: Sha256;
  /** By the study file, for rows that ask for no coverage themselves. */
  readonly coverage?: CoverageWish | null;
}

const none = (reason: NoVerdictReason, detail: string, script: ScriptResult | null): JobOutcome => ({
  outcome: { kind: 'none', reason, detail },
  reason: detail,
  grade: null,
  script,
  coverage: null,
});

const lastLines = (bytes: Uint8Array | undefined, count: number): string =>
  new TextDecoder()
    .decode(bytes ?? new Uint8Array())
    .trimEnd()
    .split('\n')
    .slice(-count)
    .join(' ')
    .slice(-500);

/** What the first tool that refused the patch said; it is the plainest. */
const refusal = (bytes: Uint8Array | undefined): string => {
  const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split('\n');
  return lines.find((line) => /^(error|fatal):/.test(line))?.slice(0, 300) ?? lastLines(bytes, 3);
};

/** Whether the log file is what came over the stream; unknown (the stream broke) counts as yes. */
const logIsGenuine = ({ end, output, sha256 }: JobFacts): boolean => {
  const log = output.files.get(LOG);
  if (end.output === null || log === undefined) return true;
  return log.byteLength === end.output.bytes && sha256(log) === end.output.sha256;
};

/** Ends that leave nothing to grade, in the order in which they count; null where there is a log to grade. */
const ungraded = (facts: JobFacts, script: ScriptResult | null): JobOutcome | null => {
  const { end, output } = facts;
  if (end.kind === 'infrastructure' || end.kind === 'lost')
    return none('infrastructure', end.evidence.join('; ') || 'the engine lost the job', script);
  if (end.kind === 'time-out') return none('time-out', end.evidence.join('; '), script);
  if (script === null)
    return end.kind === 'oom'
      ? none('error', 'out of memory: the job was killed before it could write its result', null)
      : none('error', `the job ended without a result (${end.evidence.join('; ')})`, null);
  if (end.kind === 'killed') return none('error', `the job did not end by itself (${end.evidence.join('; ')})`, script);
  if (script.stage === 'no-testbed')
    return none('error', `no checkout: ${lastLines(output.files.get('testbed.log'), 3)}`, script);
  if (script.stage === 'not-applied')
    return none('not-applied', `no tool could apply the patch: ${refusal(output.files.get('apply.log'))}`, script);
  if (script.timedOut) return none('time-out', `the tests ran out of time after ${script.testSeconds} seconds`, script);
  if (output.skipped.some((words) => words.startsWith(`${LOG}:`)))
    return none('error', 'the log is longer than is kept; its head and tail are in test_output.txt', script);
  return output.files.has(LOG) ? null : none('error', 'the job left no log', script);
};

/** A process was killed for want of memory: a pass stands, for the limit can't have made it; a failure says nothing. */
const spoiltByMemory = (end: JobEnd, script: ScriptResult | null, grade: Grade): boolean =>
  (end.kind === 'oom' || (script?.memoryKills ?? 0) > 0) && grade.outcome.kind !== 'resolved';

/**
 * Turns the end of a job and what it left into an outcome (`DESIGN.md`, "Outcome"). The script's word counts only
 * where the engine says that the job ended by itself, and the log only where it is the one that was streamed.
 */
export const outcomeOfJob = (facts: JobFacts): JobOutcome => {
  const script = readScriptResult(facts.output.files.get('result.json'));
  const early = ungraded(facts, script);
  if (early !== null) return early;
  if (!logIsGenuine(facts)) return none('error', 'the log was changed inside the container', script);
  const log = facts.output.files.get(LOG) ?? new Uint8Array(0);
  const coverage = coverageOfJob(facts.output, coverageWishOf(facts.instance, facts.coverage ?? null));
  const grade = gradeOwnLog(facts.instance, log, facts.rules, coverage);
  if (spoiltByMemory(facts.end, script, grade))
    return none('error', 'out of memory: a process of the tests was killed by the memory limit', script);
  return { outcome: grade.outcome, reason: grade.reason, grade, script, coverage };
};
