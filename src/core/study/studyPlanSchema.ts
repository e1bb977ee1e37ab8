import { checkFilterValues } from '../evaluation/check/matchesCheck';
import {
  allRefer,
  block,
  boolean,
  choice,
  choices,
  date,
  either,
  type FieldShape,
  integer,
  later,
  list,
  map,
  notYet,
  number,
  path,
  share,
  span,
  strings,
  text,
  whole,
} from '../shared/fieldShape';

/** What blinding can hide. */
export const panes = ['model', 'tests', 'judge', 'gold', 'peers', 'signals', 'trajectory'] as const;

export const when = choice('at-once', 'after-verdict', 'after-study', 'never');

const range = block({ min: integer, max: integer });

/** One value, or a list of which any. */
const anyOf = (shape: FieldShape): FieldShape => either(text, shape);

const filter = block({
  dataset: allRefer('dataset'),
  repo: anyOf(strings),
  taskType: anyOf(strings),
  scenario: anyOf(strings),
  language: anyOf(strings),
  difficulty: anyOf(strings),
  ids: allRefer('instance'),
  idsFile: path,
  text,
  goldFiles: range,
  goldLines: range,
  created: block({ after: date, before: date }),
  datasetCheck: either(choice(...checkFilterValues), choices(...checkFilterValues)),
  taskQuality: anyOf(strings),
});

/** `selection`: which items are rated. */
export const selection = block({
  unit: choice('prediction', 'instance', 'trajectory'),
  instances: block({ where: filter, except: filter }),
  predictions: block({
    runs: allRefer('run'),
    outcomes: choices('resolved', 'unresolved', 'not_evaluated', 'no_verdict'),
    attempts: later,
  }),
  sample: block({
    strata: strings,
    size: whole(1, 10_000_000),
    allocation: later,
    rates: map,
    minPerStratum: whole(0, 10_000_000),
    cluster: choice('item', 'instance'),
  }),
});

/** `assignment`: who rates what, in which order. */
export const assignment = block({
  overlap: whole(1, 1000),
  overlapShare: share,
  arms: notYet,
  order: block({
    method: choice('random', 'latin-square', 'williams', 'fixed'),
    over: choice('model', 'item'),
    apart: whole(0, 100_000),
  }),
  repeats: block({ share, minGap: whole(0, 100_000) }),
  attention: block(
    // biome-ignore lint/suspicious/noThenProperty: the format's own name.
    { file: path, share, failLimit: whole(0, 100_000), then: choice('exclude', 'flag') },
    { file: 'It names the checks with their answers.' },
  ),
  training: block({
    items: strings,
    feedback: choice('each', 'end', 'none'),
    pass: share,
    rounds: whole(1, 100),
  }),
  lease: block({ open: whole(1, 100_000), for: span }),
  late: choice('join', 'refuse'),
  leaving: choice('return', 'keep'),
});

const consensusRules = choice('max', 'majority', 'median', 'unanimous', 'adjudicated');

/** `adjudication`: how disagreement is settled. */
export const adjudication = block({
  by: allRefer('rater'),
  when: either(choice('rubric', 'never'), later),
  sampleAgreed: share,
  blind: boolean,
  sees: strings,
  start: choice('per-item', 'after-raters'),
  primary: consensusRules,
});

/** `stopping`: when enough was rated. */
export const stopping = block({
  rule: choice('all-items', 'precision', 'deadline'),
  precision: block({
    figure: text,
    halfWidth: number,
    minItems: whole(1, 10_000_000),
    step: whole(1, 10_000_000),
    maxItems: whole(1, 10_000_000),
  }),
  deadline: date,
});

const hypothesis = block(
  { id: text, kind: choice('confirmatory', 'exploratory'), text, analysis: text },
  { id: 'It names the hypothesis.' },
);

const analysis = block(
  {
    id: text,
    figure: text,
    measure: text,
    of: later,
    against: text,
    by: later,
    outcome: text,
    test: text,
    interval: text,
    alpha: share,
    arm: text,
  },
  { id: 'It names the analysis.', figure: 'It names a figure of the report.' },
);

/** `preregistration`: what is tested, fixed beforehand. */
export const preregistration = block({
  hypotheses: list(hypothesis),
  analyses: list(analysis),
  family: block({ confirmatory: choice('holm', 'none') }),
  population: choice('first-blind-main', 'latest-main', 'all'),
  exclusions: choices('attention', 'conflicts', 'training'),
  weights: choice('sampling', 'none'),
  bootstrap: block({ replicates: whole(2000, 100_000), over: choice('instance') }),
});

const output: FieldShape = { type: 'path', output: true };

const deidentify = block({
  raters: choice('pseudonyms', 'renumber'),
  times: choice('exact', 'day', 'drop'),
  text: choice('keep', 'review', 'drop'),
  code: choice('keep', 'drop'),
  paths: choice('keep', 'hash'),
  minCell: whole(1, 100_000),
});

/** `export`: what leaves the study. */
export const exported = block({ formats: strings, to: output, include: strings, deidentify, licence: text });
