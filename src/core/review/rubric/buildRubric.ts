import type { Condition } from './condition';
import { sweCompassModes } from './failureModes';
import { readCondition } from './readCondition';
import { type Criterion, evidenceKinds, type Option, type Pairing, type PointSource, type Rubric } from './rubric';
import type { QuestionDocument, RubricDocument } from './rubricDocument';
import type { Path, RubricProblem } from './rubricProblem';

/** How the rater knows, tied to what was done; the default of the format. */
const defaultAnchors: readonly string[] = [
  'I guessed.',
  'I left a part unread that could change it.',
  'I read everything, traced nothing.',
  "I traced the statement's example through the code by hand.",
  'I ran it, or traced the example and one input of my own.',
];

type Report = (problem: RubricProblem) => void;
type OptionDocument = NonNullable<QuestionDocument['options']>[number];

const optionOf = (option: OptionDocument): Option => ({
  value: option.value,
  label: option.label,
  anchor: option.anchor ?? '',
  key: option.key ?? null,
  counts: option.counts ?? null,
});

const pairingOf = (pairing: NonNullable<QuestionDocument['pairsWith']>[number]): Pairing => ({
  field: pairing.field,
  compare: pairing.compare,
  positive: pairing.positive ?? null,
  note: pairing.note ?? null,
});

const pointsOf = (points: QuestionDocument['points']): PointSource | null => {
  if (points === undefined) return null;
  return Array.isArray(points) ? { kind: 'list', points } : { kind: 'instance' };
};

const evidenceOf = (evidence: QuestionDocument['evidence']): Criterion['evidence'] => ({
  min: evidence?.min ?? 0,
  max: evidence?.max ?? null,
  when: evidence?.when ?? null,
  kinds: evidence?.kinds ?? evidenceKinds,
  say: evidence?.say ?? null,
});

const conditionOf = (found: unknown, path: Path, report: Report): Condition | null =>
  found === undefined ? null : readCondition(found, path, report);

const criterionOf = (
  id: string,
  asked: QuestionDocument,
  path: Path,
  stage: string | null,
  report: Report,
): Criterion => ({
  id,
  question: asked.question,
  help: asked.help ?? null,
  kind: asked.kind,
  options: (asked.options ?? []).map(optionOf),
  ordered: asked.ordered ?? asked.kind === 'scale',
  exclusive: asked.exclusive ?? [],
  points: pointsOf(asked.points),
  required: asked.required ?? true,
  na: asked.na ?? false,
  cannotJudge: asked.cannotJudge ?? true,
  stage: asked.stage ?? stage,
  showIf: conditionOf(asked.showIf, [...path, 'showIf'], report),
  evidence: evidenceOf(asked.evidence),
  severity: asked.severity ?? null,
  confidence: asked.confidence ?? false,
  seconds: asked.seconds ?? 10,
  focusKey: asked.keys?.focus ?? null,
  pairsWith: (asked.pairsWith ?? []).map(pairingOf),
});

const failureModeOf = (found: RubricDocument['failureMode'], report: Report): Rubric['failureMode'] => {
  const listed = found?.options ?? 'swe-compass-7';
  const options = (Array.isArray(listed) ? listed : [listed]).flatMap((option) =>
    option === 'swe-compass-7' ? sweCompassModes : [optionOf(option)],
  );
  const showIf = conditionOf(found?.showIf, ['failureMode', 'showIf'], report);
  return { ask: found?.ask ?? 'never', showIf, options };
};

const consistencyOf = (document: RubricDocument, report: Report): Rubric['consistency'] =>
  (document.consistency ?? []).flatMap((rule, index) => {
    const when = readCondition(rule.when, ['consistency', index, 'when'], report);
    return when ? [{ id: rule.id, when, say: rule.say, level: rule.level }] : [];
  });

const trainingOf = (document: RubricDocument): Rubric['training'] =>
  document.training.examples.map((example) => ({
    id: example.id,
    given: example.given as Record<string, string>,
    answers: example.answers,
    overall: example.overall,
    taskDefect: example.taskDefect === undefined ? [] : [example.taskDefect].flat(),
    failureMode: example.failureMode ?? null,
    why: example.why,
  }));

const confidenceOf = (found: RubricDocument['confidence']): Rubric['confidence'] => ({
  required: found?.required ?? true,
  anchors: defaultAnchors.map(
    (anchor, index) => (found?.anchors as Record<string, string> | undefined)?.[index + 1] ?? anchor,
  ),
});

/** Everything of a rubric that is asked, in order. */
const askedOf = (document: RubricDocument, report: Report): Pick<Rubric, 'criteria' | 'overall'> => {
  const firstStage = document.stages?.[0]?.id ?? null;
  const lastStage = document.stages?.at(-1)?.id ?? null;
  return {
    criteria: document.criteria.map((asked, index) =>
      criterionOf(asked.id, asked, ['criteria', index], firstStage, report),
    ),
    overall: criterionOf('overall', document.overall, ['overall'], lastStage, report),
  };
};

/** Fills in every default of the format. Conditions that can't be read are reported and left out. */
export const buildRubric = (document: RubricDocument, report: Report): Rubric => ({
  id: document.id,
  version: document.version,
  title: document.title,
  purpose: document.purpose,
  unit: document.unit,
  appliesTo: {
    taskTypes: document.appliesTo?.taskTypes ?? null,
    outcomes: document.appliesTo?.outcomes ?? null,
    queues: document.appliesTo?.queues ?? null,
  },
  expectedSeconds: document.expectedSeconds ?? 60,
  panes: document.panes,
  needs: document.needs ?? ['statement'],
  stages: (document.stages ?? []).map((stage) => ({ ...stage, locks: stage.locks ?? false })),
  instructions: document.instructions,
  ...askedOf(document, report),
  consistency: consistencyOf(document, report),
  confidence: confidenceOf(document.confidence),
  taskDefect: {
    ask: document.taskDefect?.ask ?? 'optional',
    showIf: null,
    options: (document.taskDefect?.options ?? []).map(optionOf),
  },
  failureMode: failureModeOf(document.failureMode, report),
  note: {
    maxLength: document.note?.maxLength ?? 2000,
    requiredIf: conditionOf(document.note?.requiredIf, ['note', 'requiredIf'], report),
  },
  consensus: {
    overall: document.consensus.overall,
    criteria: document.consensus.criteria ?? { default: document.consensus.overall },
    order: document.consensus.order,
    adjudicateWhen: document.consensus.adjudicateWhen ?? [],
  },
  training: trainingOf(document),
});
