import type { Outcome } from '../evaluation/outcome';
import { outcomeWords } from '../evaluation/outcomeWords';
import { groupBy } from '../shared/groupBy';
import type { Contradiction, EvaluationEntry, ResultSource } from './catalogue';
import { nameOf } from './studyPath';

/**
 * How much a source's word counts. `record`: our own; `instance`: a report on this attempt; `trace`: a harness's trace
 * in a log; `run`: a list of the whole run; `weak`: there are files, but none says an outcome.
 */
export type SourceRank = 'record' | 'instance' | 'trace' | 'run' | 'weak';

const ranks: readonly SourceRank[] = ['record', 'instance', 'trace', 'run', 'weak'];

const why: Readonly<Record<SourceRank, string>> = {
  record: 'our own record counts before reports of others',
  instance: 'the report of the instance counts before the list of the run',
  trace: "the log counts before the run's list",
  run: 'the first in the order of the paths is shown',
  weak: 'the first in the order of the paths is shown',
};

/** What one file says of one attempt, before it is joined with the others. */
export interface SourcedEvaluation {
  readonly entry: EvaluationEntry;
  readonly source: ResultSource;
  readonly rank: SourceRank;
}

/** Whether two outcomes say different things; where one says nothing, or a score stands against a yes, they don't. */
export const contradicts = (a: Outcome | null, b: Outcome | null): boolean => {
  if (a === null || b === null) return false;
  if (a.kind === 'scored' && b.kind === 'scored') return a.name === b.name && Math.abs(a.value - b.value) > 1e-9;
  if (a.kind === 'scored' || b.kind === 'scored') return false;
  return a.kind !== b.kind;
};

const says = (source: ResultSource): string =>
  `${nameOf(source.file)} says ${outcomeWords(source.outcome)} (${source.field})`;

/** Our record says why there is no verdict where a harness says unresolved: that is one fact in two words. */
const isSameFact = (shown: SourcedEvaluation, other: ResultSource): boolean =>
  shown.rank === 'record' && shown.source.outcome?.kind === 'none' && other.outcome?.kind === 'unresolved';

const contradictionOf = (shown: SourcedEvaluation, all: readonly SourcedEvaluation[]): Contradiction | null => {
  const differing = all.filter(
    ({ rank, source }) => rank !== 'weak' && contradicts(shown.source.outcome, source.outcome),
  );
  const other = differing.find(({ source }) => !isSameFact(shown, source));
  if (!other || shown.rank === 'weak') return null;
  const reason = shown.rank === other.rank ? why.run : why[shown.rank];
  const apart = nameOf(shown.source.file) === nameOf(other.source.file) ? ` in ${other.source.file}` : '';
  const words = `${says(shown.source)}, ${says(other.source)}${apart}; ${reason}.`;
  return { shown: shown.source, other: other.source, words };
};

const keyOf = ({ entry }: SourcedEvaluation): string =>
  [entry.runId, entry.model, entry.instanceId, entry.repeat, entry.attempt ?? 1].join('\n');

/** Sources of one key that are of one patch: those with another hash are another evaluation. */
const byPatch = (group: readonly SourcedEvaluation[]): readonly (readonly SourcedEvaluation[])[] => {
  const hashes = new Set(group.flatMap(({ entry }) => entry.patchHash ?? []));
  if (hashes.size < 2) return [group];
  const [first] = hashes;
  return [...hashes].map((hash) =>
    group.filter(({ entry }) => entry.patchHash === hash || (entry.patchHash === null && hash === first)),
  );
};

const merged = (group: readonly SourcedEvaluation[]): EvaluationEntry[] => {
  const sorted = [...group].sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
  const shown = sorted.find(({ source }) => source.outcome !== null) ?? sorted[0];
  const whole = sorted.find(({ entry }) => entry.hasLog) ?? sorted.find(({ rank }) => rank !== 'run') ?? shown;
  if (!shown || !whole) return [];
  const others = sorted.filter((each) => each !== shown).map(({ source }) => source);
  const contradiction = contradictionOf(shown, sorted);
  const { outcome } = shown.source;
  return [
    {
      ...whole.entry,
      outcome,
      report: sorted.find(({ entry }) => entry.report !== null)?.entry.report ?? null,
      patchHash: sorted.find(({ entry }) => entry.patchHash !== null)?.entry.patchHash ?? null,
      rules: sorted.find(({ entry }) => entry.rules !== null)?.entry.rules ?? null,
      source: shown.source,
      ...(others.length > 0 ? { others } : {}),
      ...(contradiction ? { contradiction } : {}),
      ...(outcome?.kind === 'scored' ? { score: outcome.value } : {}),
    },
  ];
};

/**
 * Joins what files say of the same run, model, attempt, repeat, instance and (where known) patch into one evaluation
 * each. None is resolved silently: the outcome shown is that of our own record, then of the instance's report, then of
 * a log's trace, then of the run's list; where another says differently both are named in `contradiction`. Linear.
 */
export const mergeSources = (found: readonly SourcedEvaluation[]): readonly EvaluationEntry[] =>
  [...groupBy(found, keyOf).values()].flatMap((group) => byPatch(group).flatMap(merged));
