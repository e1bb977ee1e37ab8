import type { Outcome } from '../core/evaluation/outcome';
import { outcomeClass, outcomeWords } from '../core/evaluation/outcomeWords';
import type { Instance } from '../core/instance/instance';
import { disagreement } from '../core/review/disagreement';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { Subject } from '../core/review/events/subject';
import type { FormContext } from '../core/review/form/formContext';
import type { Point } from '../core/review/rubric/rubric';
import { type HiddenFromRater, hidesTestPatch, nothingHidden } from '../core/study/hiddenFromRater';
import type { RevealedFact } from '../protocol/verdict';
import type { OpenedItem } from './recordVerdictOpen';

/** Hash of a text's UTF-8 bytes and the names of what an item is, so that a verdict is bound to content, not to names. */
export const subjectOf = (
  instance: Instance,
  patchHash: string | null,
  unit: Subject['unit'] = 'prediction',
  trajectoryHash: string | null = null,
): Subject => ({
  unit,
  benchmark: instance.benchmark,
  instance: instance.id,
  base: instance.baseCommit,
  patch: unit === 'instance' ? null : patchHash,
  trajectory: unit === 'trajectory' ? trajectoryHash : null,
});

/** Panes that are there whatever the item has, by what is judged. */
const panesOf: Readonly<Record<Subject['unit'], readonly string[]>> = {
  prediction: ['statement', 'model', 'model_name', 'comparison', 'test_patch'],
  instance: ['statement', 'repository', 'test_patch'],
  trajectory: ['statement', 'trajectory', 'model', 'model_name', 'comparison', 'test_patch'],
};

/** Panes of these that are taken away by what is hidden. */
const isShown = (pane: string, hidden: HiddenFromRater): boolean => {
  if (pane === 'model_name') return !hidden.model;
  if (pane === 'gold' || pane === 'comparison') return !hidden.gold;
  if (pane === 'tests' || pane === 'log') return !hidden.tests;
  if (pane === 'test_patch') return !hidesTestPatch(hidden);
  return pane !== 'trajectory' || !hidden.trajectory;
};

/** What the form knows of the item. `visible` is what is on screen: all that there is but for what is hidden. */
export const contextOf = (
  instance: Instance,
  hasLog: boolean,
  hasGold: boolean,
  unit: Subject['unit'] = 'prediction',
  hidden: HiddenFromRater = nothingHidden,
): FormContext => ({
  visible: [...panesOf[unit], ...(hasGold ? ['gold'] : []), ...(hasLog ? ['tests', 'log'] : [])].filter((pane) =>
    isShown(pane, hidden),
  ),
  unit: Object.fromEntries(
    Object.entries({
      taskType: instance.labels.taskTypes,
      scenario: instance.labels.scenarios,
      language: instance.labels.languages,
    })
      .filter(([, labels]) => labels !== undefined)
      .map(([name, labels]) => [name, (labels ?? []).map(({ value }) => value)]),
  ),
  points: pointsOf(instance.extra['checklists']),
});

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'text' in value &&
  typeof value.text === 'string';

const pointsOf = (checklists: unknown): readonly Point[] =>
  Array.isArray(checklists) ? checklists.filter(isPoint) : [];

/** How this rater stands today: counts and the median of active time, from the events alone. */
export const paceOf = (events: readonly TouchstoneEvent[], rater: string, today: string, waiting: number) => {
  const own = events.filter((event) => event.type === 'verdict' && event.rater === rater);
  const times = own.flatMap(({ body }) => {
    const active = (body['activeMs'] as Readonly<Record<string, unknown>> | undefined)?.['60000'];
    return typeof active === 'number' ? [active] : [];
  });
  const sorted = times.sort((a, b) => a - b);
  const medianMs = sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  return {
    medianMs,
    today: own.filter(({ ts }) => ts.slice(0, 10) === today.slice(0, 10)).length,
    leftMs: medianMs === null ? null : medianMs * waiting,
  };
};

/** The value of the overall answer that stands; null where none does. */
export const overallOf = (item: OpenedItem): unknown => {
  const given = item.saved?.answers.overall.given ?? null;
  return given?.kind === 'value' ? given.value : null;
};

/** Whose work it was. */
export const nameFacts = (run: string, model: string | null): readonly RevealedFact[] => [
  { name: 'Model', value: model ?? 'unknown', mark: 'plain', detail: null },
  ...(run === model ? [] : [{ name: 'Run', value: run, mark: 'plain' as const, detail: null }]),
];

/** The automatic score beside the verdict; "passes, but wrong" and "fails, but right" are said. */
export const revealedFacts = (
  item: OpenedItem,
  outcome: Outcome | null,
  rules: string | null,
): readonly RevealedFact[] => {
  const apart = disagreement(outcome, overallOf(item));
  const says = apart === 'passes-but-wrong' ? 'passes, but you say wrong' : 'fails, but you say right';
  const kind = outcomeClass(outcome);
  return [
    {
      name: 'Tests',
      value: `${outcomeWords(outcome)}${rules ? ` (${rules})` : ''}`,
      mark: kind === 'not-evaluated' || kind === 'scored' ? ('plain' as const) : kind,
      detail: null,
    },
    ...(apart !== null ? [{ name: 'Tests and you', value: says, mark: 'differs' as const, detail: null }] : []),
  ];
};
