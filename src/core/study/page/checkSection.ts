import { checkWords } from '../../evaluation/check/checkWords';
import type { FoundCheck } from '../../evaluation/check/datasetCheck';
import { type Defect, type DefectEvidence, defectTitle } from '../../evaluation/check/defect';
import { counted } from '../../shared/counted';
import type { InstanceRun } from '../instanceRuns';
import { joinPath } from '../studyPath';

/** One place where a defect can be seen. */
export interface PageEvidence {
  /** `gold 2, line 31`; `base` where there is no line. */
  readonly label: string;
  /** Test id or words; '' where there are none. */
  readonly text: string;
  /** Row and repeat whose log has the line; null where the log isn't there any more, or no line is meant. */
  readonly log: { readonly runKey: string; readonly repeat: number; readonly line: number } | null;
}

export interface PageDefect {
  readonly title: string;
  readonly words: string;
  readonly evidence: readonly PageEvidence[];
  /** Further evidence that is not shown. */
  readonly more: number;
}

/** What the dataset check says of an instance, on its page. */
export interface PageCheck {
  readonly state: 'sound' | 'defects' | 'stale';
  /** `sound`, `2 defects`. */
  readonly words: string;
  /** Under which conditions, and what could not show. */
  readonly detail: string;
  readonly defects: readonly PageDefect[];
}

const shown = 3;

const labelOf = ({ side, repeat, line }: DefectEvidence, repeats: number): string =>
  [repeats > 1 ? `${side} ${repeat}` : side, line === null ? null : `line ${line}`].filter(Boolean).join(', ');

const logOf = (
  { folder, line, repeat }: DefectEvidence,
  root: string,
  runs: readonly InstanceRun[],
): PageEvidence['log'] => {
  if (line === null) return null;
  const path = joinPath(root, folder);
  const run = runs.find(({ evaluations }) => evaluations.some((each) => each.hasLog && each.folder === path));
  return run ? { runKey: run.key, repeat, line } : null;
};

const defectOf = ({ kind, words, evidence, more }: Defect, check: FoundCheck, runs: readonly InstanceRun[]) => ({
  title: defectTitle(kind),
  words,
  evidence: evidence.slice(0, shown).map((each) => ({
    label: labelOf(each, check.repeats),
    text: each.test ?? each.text ?? '',
    log: logOf(each, check.root, runs),
  })),
  more: more + Math.max(0, evidence.length - shown),
});

const detailOf = ({ engine, repeats, rules, at, notSeen, stale }: FoundCheck): string =>
  [
    stale === true ? 'the row has changed since: check it again' : null,
    engine === null ? 'nothing could be run' : `${counted(repeats, 'run')} of base and of gold in ${engine.name}`,
    rules,
    at.slice(0, 10),
    ...notSeen,
  ]
    .filter((part) => part !== null)
    .join('; ');

/** The check of an instance as its page shows it; null where it was not checked. */
export const checkSection = (check: FoundCheck | null, runs: readonly InstanceRun[]): PageCheck | null => {
  if (check === null) return null;
  const words = checkWords(check);
  const state = check.stale === true ? 'stale' : check.defects.length === 0 ? 'sound' : 'defects';
  return {
    state,
    words: state === 'stale' ? `${words}, stale` : words,
    detail: detailOf(check),
    defects: check.defects.map((defect) => defectOf(defect, check, runs)),
  };
};
