import type { Evidence, FormAnswers } from '../../core/review/form/answers';
import { rulesOfRun } from '../../core/study/instanceRuns';
import type { VerdictRequest } from '../../protocol/app';
import type { SubmitResult, VerdictItem } from '../../protocol/verdict';
import type { BlindDesk } from './blindDesk';
import type { BlindRow, BlindView } from './blindView';
import type { Rules } from './rule';
import { Scrub } from './scrub';

type Named = Pick<VerdictRequest, 'instanceId' | 'runId' | 'patchHash' | 'studyFolder'>;

const rowOf = (view: BlindView, { instanceId, runId, patchHash }: Named): BlindRow | null => {
  if (runId === '') return null;
  const byPatch = view.rowsOf(instanceId).find(({ row }) => row.patchHash === patchHash);
  return view.rowNamed(instanceId, runId) ?? byPatch ?? null;
};

/** What is judged by its own names, which the event keeps; the form shows the letter. */
const meantBy = (view: BlindView, request: VerdictRequest): VerdictRequest => {
  const found = rowOf(view, request);
  if (found === null) return request;
  const { row, letter } = found;
  return {
    ...new Scrub(view, found).question(request),
    ...{ runId: row.runId, predictionsPath: row.predictionsPath ?? '', outcome: row.outcome, rules: rulesOfRun(row) },
    evaluationFolder: row.evaluations[0]?.folder ?? null,
    label: letter,
  };
};

const isPlace = (value: object): value is Extract<Evidence, { path: unknown }> =>
  'kind' in value && 'path' in value && 'label' in value;

/** Places of evidence by the names that are kept. */
const meantAnswers = (view: BlindView, answers: FormAnswers): FormAnswers => {
  const meant = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(meant);
    if (typeof value !== 'object' || value === null) return value;
    if (isPlace(value)) return { ...value, path: value.path === null ? null : view.below(value.path) };
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, meant(each)]));
  };
  return meant(answers) as FormAnswers;
};

/** Answers of before name files; the letter and what a verdict opened stand as they are. */
const toldItem = (view: BlindView, named: Named, item: VerdictItem): VerdictItem => {
  const found = rowOf(view, named);
  if (found === null) return item;
  const scrub = new Scrub(view, found);
  return { ...item, draft: scrub.answer(item.draft), saved: scrub.answer(item.saved) };
};

type Ruled = 'openVerdict' | 'saveDraft' | 'submitVerdict' | 'skipItem' | 'retractVerdict' | 'resolveConflict';

/** Verdicts: asked by letters, kept by names, and what they open looked up at once. */
export const verdictRules = (desk: BlindDesk): Pick<Rules, Ruled> => {
  const onDesk = new Map<string, Named>();
  const settled = async (presentation: string, result: SubmitResult): Promise<SubmitResult> => {
    desk.forget();
    const named = onDesk.get(presentation);
    const view = named && (await desk.viewOf(named.studyFolder));
    return result.kind === 'saved' && view ? { ...result, item: toldItem(view, named, result.item) } : result;
  };
  return {
    openVerdict: async (view, q, inner) => {
      const meant = meantBy(view, q);
      const item = await inner(meant);
      onDesk.set(item.presentation, meant);
      return toldItem(view, meant, item);
    },
    saveDraft: (view, q, inner) => inner({ ...q, answers: meantAnswers(view, q.answers) }),
    submitVerdict: async (view, q, inner) =>
      settled(q.presentation, await inner({ ...q, answers: meantAnswers(view, q.answers) })),
    skipItem: async (_view, q, inner) => settled(q.presentation, await inner(q)),
    retractVerdict: async (_view, q, inner) => settled(q.presentation, await inner(q)),
    resolveConflict: async (_view, q, inner) => {
      const result = await inner(q);
      desk.forget();
      return result;
    },
  };
};
