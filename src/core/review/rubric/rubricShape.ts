import {
  block,
  boolean,
  choice,
  choices,
  type FieldShape,
  type Fields,
  later,
  list,
  map,
  number,
  refers,
  strings,
  text,
  whole,
} from '../../shared/fieldShape';
import { evidenceKinds, paneNames } from './rubric';

/**
 * The fields of `touchstone-rubric/1` for completion and hover. What a file must meet is said by `rubricDocument`; that
 * both name the same fields is tested.
 */
const panes = choices(...paneNames);

const condition: FieldShape = {
  type: 'block',
  get fields(): Fields {
    return conditionFields;
  },
};

const conditionFields: Fields = {
  criterion: refers('criterion'),
  is: later,
  atLeast: number,
  has: later,
  overall: later,
  visible: choice(...paneNames),
  unit: map,
  all: list(condition),
  any: list(condition),
  not: condition,
};

const option = block(
  { value: later, label: text, anchor: text, key: text, counts: choice('pass', 'fail', 'exclude') },
  { value: 'It is what is stored.', label: 'It is what raters read.' },
);

const evidence = block(
  { min: whole(0, 20), max: whole(1, 20), when: later, kinds: choices(...evidenceKinds), say: text },
  { min: 'It says how many.', kinds: 'It says of what.' },
);

const pairing = block(
  {
    field: { type: 'text', refers: 'figure' },
    compare: choice('same', 'binary', 'rank'),
    positive: block({ criterion: later, field: later }),
    note: text,
  },
  { field: 'It names a figure.', compare: 'It says how.' },
);

const question: Fields = {
  question: text,
  help: text,
  kind: choice('boolean', 'scale', 'choice', 'multi', 'checklist', 'text'),
  options: list(option),
  ordered: boolean,
  exclusive: later,
  points: { type: 'either', plain: later, block: block({ from: choice('instance.checklists'), id: text, text }) },
  required: boolean,
  na: boolean,
  cannotJudge: boolean,
  stage: text,
  showIf: condition,
  evidence,
  severity: block({ when: later, levels: choices('minor', 'major', 'critical') }),
  confidence: boolean,
  seconds: whole(1, 3600),
  keys: block({ focus: text }),
  pairsWith: list(pairing),
};

const asked = { question: 'It is what is asked.', kind: 'It is how it is answered.' };
const ask = choice('never', 'optional', 'required');
const rule = choice('max', 'majority', 'median', 'unanimous', 'adjudicated');

const example = block(
  { id: text, given: map, answers: map, overall: later, taskDefect: later, failureMode: text, why: text },
  { id: 'It names the example.', given: 'It is what is shown.', answers: 'They are right.', why: 'Raters read it.' },
);

const when = block({
  overall: choice('differs'),
  criterion: refers('criterion'),
  differs: boolean,
  spread: number,
  cannotJudge: whole(1, 100),
  taskDefect: choice('differs'),
  conflict: boolean,
});

/** Every field of a rubric file. */
export const rubricFields: Fields = {
  schema: choice('touchstone-rubric/1'),
  id: text,
  version: text,
  title: text,
  purpose: text,
  unit: choice('prediction', 'instance', 'trajectory'),
  appliesTo: block({ taskTypes: strings, outcomes: strings, queues: strings }),
  expectedSeconds: whole(10, 3600),
  panes,
  needs: panes,
  stages: list(
    block({ id: text, panes, locks: boolean }, { id: 'It names the stage.', panes: 'They appear with it.' }),
  ),
  instructions: text,
  criteria: list(block({ id: text, ...question }, { id: 'It names the criterion.', ...asked })),
  overall: block(question, asked),
  consistency: list(
    block(
      { id: text, when: condition, say: text, level: choice('ask', 'block') },
      { id: 'It names the rule.', when: 'It says which answers.', say: 'Raters read it.', level: 'It says how hard.' },
    ),
  ),
  confidence: block({ required: boolean, anchors: map }),
  taskDefect: block({ ask, options: list(option) }, { ask: 'It says whether it is asked.' }),
  failureMode: block(
    { ask, showIf: condition, options: { type: 'either', plain: choice('swe-compass-7'), block: list(option) } },
    { ask: 'It says whether it is asked.' },
  ),
  note: block({ maxLength: whole(0, 20_000), requiredIf: condition }),
  consensus: block(
    { overall: rule, criteria: map, order: later, adjudicateWhen: list(when) },
    { overall: 'It names the rule.', order: 'It goes from mildest to gravest.' },
  ),
  training: block({ examples: list(example) }, { examples: 'At least two.' }),
};

/** Everything at the top that a rubric must say. */
export const rubricRequired: readonly string[] = [
  ...['schema', 'id', 'version', 'title', 'purpose', 'unit', 'panes', 'instructions', 'criteria', 'overall'],
  ...['consensus', 'training'],
];
