import type { FoundCheck } from '../../evaluation/check/datasetCheck';
import type { Repeats } from '../../evaluation/grade/repeats';
import { outcomeCounts } from '../../evaluation/outcomeWords';
import type { InstanceReport, RequiredTest } from '../../evaluation/report';
import type { Instance } from '../../instance/instance';
import type { InstanceRun } from '../instanceRuns';
import { checkSection } from './checkSection';
import { factGroups } from './factGroups';
import type { InstancePage, RunRow } from './instancePage';
import { type Decided, type Measured, type PatchFigures, type PeopleAnswer, runRow } from './runRow';
import { testGroups } from './testTable';

/** What was gathered about one row of the matrix. `tests` is null where it was not evaluated or has no log. */
export interface GatheredRun {
  readonly run: InstanceRun;
  readonly report: InstanceReport | null;
  readonly tests: readonly RequiredTest[] | null;
  /** What repeats of the evaluation say; left out where there are none. */
  readonly repeats?: Repeats | null;
  readonly decided?: Decided | null;
  /** Line coverage and times of the evaluation; left out where nothing. */
  readonly measured?: Measured;
  readonly figures: PatchFigures | null;
  readonly people: readonly PeopleAnswer[];
}

export interface PageSource {
  readonly instance: Instance;
  /** `spandrel, row 2 of 6`. */
  readonly place: string;
  readonly rules: string;
  readonly title: string | null;
  readonly statementHtml: string | null;
  readonly gold: PatchFigures | null;
  readonly test: PatchFigures | null;
  readonly runs: readonly GatheredRun[];
  readonly problems: readonly string[];
  /** Left out: not checked. */
  readonly check?: FoundCheck | null;
}

const headFacts = ({ instance, place, rules }: PageSource): InstancePage['facts'] => [
  { icon: 'repo', text: instance.repo ?? 'no repository' },
  { icon: 'git-commit', text: instance.baseCommit?.slice(0, 8) ?? 'no base commit' },
  { icon: 'calendar', text: instance.createdAt ?? 'no date' },
  { icon: 'database', text: place },
  { icon: 'law', text: `rules ${rules}` },
];

const runCounts = (runs: readonly InstanceRun[]): string => {
  if (runs.length === 0) return 'none on this instance';
  const counts = outcomeCounts(runs.map(({ outcome }) => outcome));
  return counts ? `${runs.length} on this instance: ${counts}` : `${runs.length} on this instance, none evaluated`;
};

/** The one thing that calls: a difference between tests and people, then an unjudged row, then an unevaluated one. */
const nextOf = (rows: readonly RunRow[]): InstancePage['next'] => {
  const differing = rows.find((row) => row.differs);
  if (differing) {
    const text = `${differing.label} is ${differing.outcomeWords} by its tests, and people say otherwise.`;
    return { text, runKey: differing.key, action: 'compare' };
  }
  const unevaluated = rows.find((row) => row.canJudge && row.outcome === 'not-evaluated');
  if (unevaluated)
    return { text: `${unevaluated.label} was not evaluated yet.`, runKey: unevaluated.key, action: 'evaluate' };
  const unjudged = rows.find((row) => row.canCompare && row.people === '–');
  if (unjudged) return { text: `${unjudged.label} waits for a verdict.`, runKey: unjudged.key, action: 'judge' };
  return null;
};

/** The page of one instance from what was read; pure, so that it is the same in the editor and in tests. */
export const buildInstancePage = (source: PageSource): InstancePage => {
  const { instance, runs } = source;
  const graded = runs.flatMap(({ run, tests, repeats = null }) =>
    tests ? [{ runKey: run.key, label: shortLabel(run), tests: isVerdict(run) ? tests : [], repeats }] : [],
  );
  const rows = runs.map(({ run, report, figures, people, decided, measured }) =>
    runRow(run, report, figures, people, decided ?? null, measured),
  );
  const predictions = runs.filter(({ run }) => run.kind === 'prediction').length;
  return {
    id: instance.id,
    title: source.title,
    facts: headFacts(source),
    next: nextOf(rows),
    check: checkSection(
      source.check ?? null,
      runs.map(({ run }) => run),
    ),
    statementChars: instance.statement?.length ?? null,
    statementHtml: source.statementHtml,
    columns: graded.map(({ runKey, label }) => ({ runKey, label })),
    groups: testGroups(instance, graded),
    runs: rows,
    runCounts: runCounts(runs.map(({ run }) => run)),
    side: factGroups(instance, source.gold, source.test, predictions),
    problems: [...rows.filter((row) => row.contradiction !== '').map(contradicted), ...source.problems],
  };
};

/** Said in full on the page too: hovering is not for everyone. */
const contradicted = ({ label, contradiction }: RunRow): string => `${label}: reports contradict. ${contradiction}`;

/** A log that broke off says nothing of the tests that are missing in it. */
const isVerdict = ({ outcome }: InstanceRun): boolean => outcome?.kind !== 'none';

const shortLabel = (run: InstanceRun): string => (run.kind === 'gold' || run.kind === 'base' ? run.kind : run.runId);
