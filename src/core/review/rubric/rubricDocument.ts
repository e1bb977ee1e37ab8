import * as z from 'zod/mini';
import { evidenceKinds, paneNames } from './rubric';

const text = (limit: number) => z.string().check(z.maxLength(limit), z.minLength(1));
const snake = z.string().check(z.regex(/^[a-z0-9][a-z0-9_]{0,63}$/, 'isn\'t snake_case (a-z, 0-9 and "_").'));
const kebab = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'isn\'t kebab-case (a-z, 0-9 and "-").'));
const semver = z.string().check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, "isn't a version like 1.0.0."));
const value = z.union([z.boolean(), z.int(), z.string()], "isn't true, false, an integer or a name.");
const values = z.array(value).check(z.minLength(1));
const pane = z.enum(paneNames);
const ask = z.enum(['never', 'optional', 'required']);
/** Read by `readCondition`, which can say what is wrong inside. */
const condition = z.unknown();

const option = z.strictObject({
  value,
  label: text(60),
  anchor: z.optional(z.string()),
  key: z.optional(z.string().check(z.maxLength(1), z.minLength(1))),
  counts: z.optional(z.enum(['pass', 'fail', 'exclude'])),
});

const evidence = z.strictObject({
  min: z.int().check(z.gte(0), z.lte(20)),
  max: z.optional(z.int().check(z.gte(1), z.lte(20))),
  when: z.optional(values),
  kinds: z.array(z.enum(evidenceKinds)).check(z.minLength(1)),
  say: z.optional(text(400)),
});

const pairing = z.strictObject({
  field: z.string(),
  compare: z.enum(['same', 'binary', 'rank']),
  positive: z.optional(z.strictObject({ criterion: z.array(z.unknown()), field: z.array(z.unknown()) })),
  note: z.optional(z.string()),
});

const point = z.strictObject({ id: snake, text: text(600) });

const question = {
  question: text(160).check(z.refine((words) => words.split('?').length === 2, 'asks with exactly one "?".')),
  help: z.optional(text(600)),
  kind: z.enum(['boolean', 'scale', 'choice', 'multi', 'checklist', 'text']),
  options: z.optional(z.array(option)),
  ordered: z.optional(z.boolean()),
  exclusive: z.optional(z.array(value)),
  points: z.optional(
    z.union(
      [z.strictObject({ from: z.literal('instance.checklists') }), z.array(point)],
      'is neither { from: instance.checklists } nor a list of { id, text }.',
    ),
  ),
  required: z.optional(z.boolean()),
  na: z.optional(z.boolean()),
  cannotJudge: z.optional(z.boolean()),
  stage: z.optional(z.string()),
  showIf: z.optional(condition),
  evidence: z.optional(evidence),
  severity: z.optional(z.strictObject({ when: values, levels: z.array(z.enum(['minor', 'major', 'critical'])) })),
  confidence: z.optional(z.boolean()),
  seconds: z.optional(z.int().check(z.gte(1), z.lte(3600))),
  keys: z.optional(z.strictObject({ focus: z.optional(z.string().check(z.maxLength(1), z.minLength(1))) })),
  pairsWith: z.optional(z.array(pairing)),
};

const criterion = z.strictObject({ id: snake, ...question });
const consensusRule = z.enum(['max', 'majority', 'median', 'unanimous', 'adjudicated']);
const modes = z.union([z.literal('swe-compass-7'), option]);

/** Shape of a rubric file, `touchstone-rubric/1`. Unknown keys are refused: a typo must not switch a rule off. */
export const rubricDocument = z.strictObject({
  schema: z.literal('touchstone-rubric/1'),
  id: kebab,
  version: semver,
  title: text(60),
  purpose: text(400),
  unit: z.enum(['prediction', 'instance', 'trajectory']),
  appliesTo: z.optional(
    z.strictObject({
      taskTypes: z.optional(z.array(z.string())),
      outcomes: z.optional(z.array(z.string())),
      queues: z.optional(z.array(z.string())),
    }),
  ),
  expectedSeconds: z.optional(z.int().check(z.gte(10), z.lte(3600))),
  panes: z.array(pane).check(z.minLength(1)),
  needs: z.optional(z.array(pane)),
  stages: z.optional(
    z.array(z.strictObject({ id: snake, panes: z.array(pane), locks: z.optional(z.boolean()) })).check(z.minLength(1)),
  ),
  instructions: text(2500),
  criteria: z.array(criterion).check(z.minLength(1), z.maxLength(12)),
  overall: z.strictObject({ ...question, kind: z.enum(['boolean', 'scale', 'choice']) }),
  consistency: z.optional(
    z.array(z.strictObject({ id: snake, when: condition, say: text(400), level: z.enum(['ask', 'block']) })),
  ),
  confidence: z.optional(
    z.strictObject({
      required: z.optional(z.boolean()),
      anchors: z.optional(z.record(z.enum(['1', '2', '3', '4', '5']), text(200))),
    }),
  ),
  taskDefect: z.optional(z.strictObject({ ask, options: z.optional(z.array(option)) })),
  failureMode: z.optional(
    z.strictObject({
      ask,
      showIf: z.optional(condition),
      options: z.optional(
        z.union([z.literal('swe-compass-7'), z.array(modes)], 'is neither swe-compass-7 nor a list.'),
      ),
    }),
  ),
  note: z.optional(
    z.strictObject({
      maxLength: z.optional(z.int().check(z.gte(0), z.lte(20000))),
      requiredIf: z.optional(condition),
    }),
  ),
  consensus: z.strictObject({
    overall: consensusRule,
    criteria: z.optional(z.record(z.string(), consensusRule)),
    order: z.array(value),
    adjudicateWhen: z.optional(z.array(z.record(z.string(), z.unknown()))),
  }),
  training: z.strictObject({
    examples: z
      .array(
        z.strictObject({
          id: kebab,
          given: z.partialRecord(pane, z.string()),
          answers: z.record(z.string(), z.unknown()),
          overall: value,
          taskDefect: z.optional(z.union([z.string(), z.array(z.string())])),
          failureMode: z.optional(z.string()),
          why: text(2000),
        }),
      )
      .check(z.minLength(2)),
  }),
});

export type RubricDocument = z.infer<typeof rubricDocument>;
export type QuestionDocument = Omit<RubricDocument['criteria'][number], 'id'>;

/** Every field name of the format, to guess what a mistyped one meant. */
export const knownFields: readonly string[] = [
  ...Object.keys(rubricDocument.def.shape),
  ...Object.keys(question),
  ...Object.keys(option.def.shape),
  ...Object.keys(evidence.def.shape),
  ...Object.keys(pairing.def.shape),
  ...['id', 'taskTypes', 'outcomes', 'queues', 'locks', 'when', 'say', 'level', 'levels', 'anchors', 'ask'],
  ...['maxLength', 'requiredIf', 'order', 'adjudicateWhen', 'examples', 'given', 'answers', 'why', 'focus', 'text'],
];
