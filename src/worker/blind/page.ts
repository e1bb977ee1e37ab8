import type { StudyCatalogue } from '../../core/study/catalogue';
import { type HiddenFromRater, hidesTestPatch } from '../../core/study/hiddenFromRater';
import type { Fact, FactGroup, InstancePage, RunRow } from '../../core/study/page/instancePage';
import { type PageDesk, type PageSight, studyPage } from '../studyPage';
import type { BlindRow, BlindView } from './blindView';
import { blindInstance } from './comparisons';
import type { Rules } from './rule';

/** The page is made of what may be told, so that nothing that is derived of the rest stands in it. */
const sightOf = (view: BlindView): PageSight => ({
  catalogue: (catalogue) => blindCatalogue(catalogue, view.hidden),
  instance: (instance) => {
    const blind = blindInstance(instance, view.instanceHidden(instance.id));
    return blind.statement === null ? blind : { ...blind, statement: view.words.text(blind.statement) };
  },
  rows: (instanceId) => view.rowsOf(instanceId).map(({ shown }) => shown),
  verdicts: (verdicts) => (view.hidden.peers ? verdicts.filter(({ rater }) => rater === view.session.rater) : verdicts),
  realPath: (path) => view.realPath(path) ?? '',
});

/** Checks tell how gold fared, problems name files. */
const blindCatalogue = (
  { checks, problems, ...catalogue }: StudyCatalogue,
  { tests, model }: HiddenFromRater,
): StudyCatalogue => ({
  ...catalogue,
  problems: model ? [] : problems,
  ...(tests || checks === undefined ? {} : { checks }),
});

const blindRun = (run: RunRow, rows: readonly BlindRow[]): RunRow => {
  const found = rows.find(({ shown }) => shown.key === run.key);
  return found?.hidden.tests
    ? { ...run, outcomeWords: 'hidden until your verdict', failToPass: 'hidden', passToPass: 'hidden', differs: false }
    : run;
};

const nextOf = (runs: readonly RunRow[]): InstancePage['next'] => {
  const waiting = runs.find(({ canCompare, people }) => canCompare && people === '–');
  return waiting ? { text: `${waiting.label} waits for a verdict.`, runKey: waiting.key, action: 'judge' } : null;
};

const hiddenFacts = (group: FactGroup, names: readonly string[]): FactGroup => ({
  ...group,
  facts: group.facts.map(
    (fact): Fact => (names.includes(fact.name) ? { ...fact, value: 'hidden while you judge', isHidden: true } : fact),
  ),
});

const withHidden = (page: InstancePage, view: BlindView): InstancePage => {
  const rows = view.rowsOf(page.id);
  const hidden = view.instanceHidden(page.id);
  const runs = page.runs.map((run) => blindRun(run, rows));
  const patches = [...(hidden.gold ? ['Gold'] : []), ...(hidesTestPatch(hidden) ? ['Test', 'Script'] : [])];
  return {
    ...page,
    ...{ runs, next: nextOf(runs) },
    ...(hidden.tests ? { runCounts: `${runs.length} on this instance` } : {}),
    side: page.side.map((group) => hiddenFacts(group, patches)),
  };
};

export const pageRules = (desk: PageDesk): Pick<Rules, 'instancePage'> => ({
  instancePage: async (view, q) => {
    const page = await studyPage(desk, q, sightOf(view));
    return page && withHidden(page, view);
  },
});
