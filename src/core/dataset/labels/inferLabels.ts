import type { Instance, Label, Labels } from '../../instance/instance';
import { goldLanguage } from './goldLanguage';
import type { LabelField } from './labelWords';

/** One stated rule: which label it gives and how it is said to people. `infer` gives null where it can't tell. */
interface LabelRule {
  readonly key: LabelField;
  readonly words: string;
  readonly infer: (instance: Instance) => string | null;
}

const pythonBenchmarks: ReadonlySet<string> = new Set([
  'humaneval',
  'evalplus',
  'mbpp',
  'bigcodebench',
  'livecodebench',
  'cruxeval',
]);

const plantedBugs: ReadonlySet<string> = new Set(['swe-smith', 'swe-lancer']);

const hasEntries = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** `image_assets` of SWE-bench Multimodal: an object, or one as JSON in a text. */
const hasImageAssets = (instance: Instance): boolean => {
  const assets = instance.extra['image_assets'];
  if (typeof assets !== 'string')
    return hasEntries((assets as { problem_statement?: unknown } | null | undefined)?.problem_statement);
  return /"problem_statement"\s*:\s*\[\s*["{]/.test(assets);
};

/** A part between brackets ends at the next one that opens, so that no text takes more than one pass. */
const picture = /!\[[^\][\n]{0,500}\]\([^)\s]|<img\s[^<>]{0,500}src\s{0,20}=/i;

/** Every rule, in the order of its label; the first of a label that can tell wins. Difficulty is never inferred. */
const labelRules: readonly LabelRule[] = [
  {
    key: 'languages',
    words: "language: from the gold patch's files, by changed lines; tests, documents and configuration aside",
    infer: ({ goldPatch }) => (goldPatch === null ? null : goldLanguage(goldPatch)),
  },
  {
    key: 'languages',
    words: 'language: all tasks of this benchmark are in Python',
    infer: ({ benchmark }) => (pythonBenchmarks.has(benchmark) ? 'Python' : null),
  },
  {
    key: 'modality',
    words: 'modality: the row names pictures of the statement (image_assets)',
    infer: (instance) => (hasImageAssets(instance) ? 'image' : null),
  },
  {
    key: 'modality',
    words: 'modality: whether the statement links pictures',
    infer: ({ statement }) => (statement === null ? null : picture.test(statement) ? 'image' : 'text'),
  },
  {
    key: 'taskTypes',
    words: 'task type: this benchmark plants a bug, and the task is to mend it',
    infer: ({ benchmark, extra }) => (plantedBugs.has(benchmark) && extra['variant'] !== 'swe_manager' ? 'BF' : null),
  },
];

/** The labels of an instance with what the rules can tell of those that the data lacks, marked `inferred`. */
export const inferLabels = (instance: Instance): Labels => {
  const labels: { -readonly [K in keyof Labels]: Labels[K] } = { ...instance.labels };
  for (const rule of labelRules) {
    if ((labels[rule.key]?.length ?? 0) > 0) continue;
    const value = rule.infer(instance);
    if (value !== null) labels[rule.key] = [{ value, source: 'inferred', why: rule.words } satisfies Label];
  }
  return labels;
};

/** The instance with inferred labels. What the data gives stays as it is. */
export const withInferredLabels = (instance: Instance): Instance => ({ ...instance, labels: inferLabels(instance) });
