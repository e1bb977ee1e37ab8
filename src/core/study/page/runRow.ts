import { coverageWords } from '../../evaluation/coverage/coverageWords';
import type { MeasuredCoverage } from '../../evaluation/coverage/measureCoverage';
import type { RecordedOptimisation } from '../../evaluation/optimisation/recordedOptimisation';
import { recordedWords } from '../../evaluation/optimisation/recordedOptimisation';
import { outcomeClass, outcomeWords } from '../../evaluation/outcomeWords';
import type { InstanceReport, TestsStatusGroup } from '../../evaluation/report';
import { disagreement } from '../../review/disagreement';
import { counted } from '../../shared/counted';
import { type InstanceRun, rulesOfRun } from '../instanceRuns';
import { nameOf } from '../studyPath';
import type { RunRow } from './instancePage';

/** What a patch's text comes to; null where there is no text to read. */
export interface PatchFigures {
  readonly isPatch: boolean;
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** The rule that decided, as graded from the log or the files of results. */
export interface Decided {
  readonly rules: string;
  readonly rule: string;
  readonly reason: string;
}

/** What an evaluation measured beside its tests' yes or no; null or left out where nothing. */
export interface Measured {
  readonly coverage?: MeasuredCoverage | null;
  readonly optimisation?: RecordedOptimisation | null;
}

export interface PeopleAnswer {
  readonly overall: string | null;
}

const share = (group: TestsStatusGroup | undefined): string | null =>
  group ? `${group.success.length}/${group.success.length + group.failure.length}` : null;

const patchWords = (run: InstanceRun, figures: PatchFigures | null): string => {
  if (run.kind === 'base') return 'none';
  if (run.patchBytes === 0) return '0 bytes';
  if (run.patchKind === 'code') return `code, ${counted(run.patchBytes ?? 0, 'byte')}`;
  if (!figures) return 'unknown';
  return figures.isPatch ? `+${figures.added} −${figures.removed}` : 'not a patch';
};

const peopleWords = (people: readonly PeopleAnswer[]): string => {
  const answers = people.map(({ overall }) => overall ?? 'cannot judge');
  if (answers.length === 0) return '–';
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts]
    .map(([answer, n]) => (answers.length > 1 ? `${answer} ${n} of ${answers.length}` : answer))
    .join(', ');
};

/** `results.json (resolved_ids), rules SWE-bench`, with how many other files speak of the same attempt. */
const sourceWords = ({ evaluations: [first] }: InstanceRun): string => {
  if (!first?.source) return '';
  const { file, field, rules } = first.source;
  const others = first.others?.length ?? 0;
  const more = others === 0 ? '' : `; ${counted(others, 'other source')} beside it`;
  return `${nameOf(file)} (${field})${rules === null ? '' : `, rules ${rules}`}${more}`;
};

/** As recorded, else as graded here, else whose report it is. */
const rulesWords = (run: InstanceRun, decided: Decided | null): string => {
  const [first] = run.evaluations;
  if (!first) return '';
  const graded = decided?.rule.startsWith('report.') ? null : decided?.rules;
  return first.rules ?? graded ?? rulesOfRun(run) ?? '';
};

const label = (run: InstanceRun): string => {
  if (run.kind === 'gold') return 'gold patch';
  if (run.kind === 'base') return 'base, no patch';
  return run.key.endsWith(`#${run.attempt}`) ? `${run.runId} #${run.attempt}` : run.runId;
};

/** One row of the matrix of runs. */
export const runRow = (
  run: InstanceRun,
  report: InstanceReport | null,
  figures: PatchFigures | null,
  people: readonly PeopleAnswer[],
  decided: Decided | null = null,
  { coverage = null, optimisation = null }: Measured = {},
): RunRow => ({
  key: run.key,
  label: label(run),
  model: run.kind === 'prediction' && run.model !== run.runId ? run.model : null,
  outcome: outcomeClass(run.outcome),
  outcomeWords: outcomeWords(run.outcome),
  rules: rulesWords(run, decided),
  why: decided ? `${decided.rule}: ${decided.reason}` : '',
  source: sourceWords(run),
  contradiction: run.contradiction?.words ?? '',
  coverage: coverage === null ? '' : coverageWords(coverage),
  optimisation: optimisation === null ? '' : recordedWords(optimisation),
  timingWarnings: optimisation?.warnings ?? [],
  failToPass: share(report?.tests_status?.FAIL_TO_PASS),
  passToPass: share(report?.tests_status?.PASS_TO_PASS),
  people: peopleWords(people),
  differs: people.some(({ overall }) => disagreement(run.outcome, overall) !== null),
  patch: patchWords(run, figures),
  hasLog: run.evaluations.some((evaluation) => evaluation.hasLog),
  ...(run.trajectories ? { trajectories: run.trajectories.length } : {}),
  canCompare: run.kind === 'prediction' && run.patchBytes !== 0 && run.patchKind !== 'code',
  isCode: run.patchKind === 'code',
  canJudge: run.kind === 'prediction',
});
