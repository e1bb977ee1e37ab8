import { labelFields, scenarioWords, taskTypeWords } from '../../core/dataset/labels/labelWords';
import { plainFields } from '../../core/review/rubric/referenceCheck';
import type { Reference } from '../../core/shared/fieldShape';
import type { StudyFile } from '../../core/study/studyFile';
import type { StudyContext } from '../studyContext';

/** A name that can be written, with a word on it. */
export interface OfferedName {
  readonly name: string;
  readonly detail?: string;
}

/** Ids of instances that are offered at once; the rest come as more is typed. */
export const mostOffered = 200;

const instanceNames = (context: StudyContext, written: string): readonly OfferedName[] => {
  const word = written.toLowerCase();
  const names: OfferedName[] = [];
  for (const id of context.ids()) {
    if (!id.toLowerCase().includes(word)) continue;
    const title = context.find(id)?.row.title;
    names.push(title ? { name: id, detail: title.slice(0, 120) } : { name: id });
    if (names.length === mostOffered) break;
  }
  return names;
};

/** Names of what a study file declares. */
export const declaredNames = (study: StudyFile | null, kind: Reference): readonly OfferedName[] => {
  if (study === null) return [];
  if (kind === 'dataset') return study.datasets.map(({ id, path }) => ({ name: id, detail: path }));
  if (kind === 'run') return study.runs.map(({ id, path }) => ({ name: id, detail: path }));
  if (kind === 'rater') return study.raters.map(({ id, role }) => ({ name: id, detail: role }));
  return kind === 'judge' ? study.judges.map(({ id }) => ({ name: id })) : [];
};

/** Names that a field may refer to. */
export const namesOf = (
  context: StudyContext,
  study: StudyFile | null,
  kind: Reference,
  written: string,
): readonly OfferedName[] => {
  if (kind === 'instance') return instanceNames(context, written);
  if (kind === 'figure') return [...plainFields].map((name) => ({ name }));
  return declaredNames(study, kind);
};

const wordsOf = (words: Readonly<Record<string, string>>): readonly OfferedName[] =>
  Object.entries(words).map(([name, detail]) => ({ name, detail }));

/** Values of one kind of label: the format's own words, and those that the study's instances have. */
export const labelValues = (context: StudyContext, field: string): readonly OfferedName[] => {
  const kind = labelFields.find((known) => known.field === field);
  if (!kind) return [];
  const own =
    kind.key === 'taskTypes' ? wordsOf(taskTypeWords) : kind.key === 'scenarios' ? wordsOf(scenarioWords) : [];
  const found = new Set<string>();
  for (const id of context.ids())
    for (const { value } of context.find(id)?.row.labels[kind.key] ?? [])
      if (found.size < mostOffered) found.add(value);
  return [...own, ...[...found].filter((name) => !own.some((one) => one.name === name)).map((name) => ({ name }))];
};
