import { type Fields, isFields } from '../../core/dataset/folders/settingsText';
import { type Recognised, tally } from './inspection';

export const has = (document: unknown, ...names: readonly string[]): document is Fields =>
  isFields(document) && names.every((name) => Object.hasOwn(document, name));

/** Items of a list or members of an object; 0 for anything else. */
export const lengthOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : isFields(value) ? Object.keys(value).length : 0;

/** One kind of document: what it is called, and its counts where a document is of it. */
export interface DocumentKind {
  readonly format: string;
  readonly version?: string;
  readonly countsOf: (document: Fields) => Recognised['counts'] | null;
}

/** SWE-bench Pro: statuses of all tests of one run, and figures of a base and a gold run. */
const pro: readonly DocumentKind[] = [
  {
    format: 'pro-output',
    countsOf: ({ tests }) =>
      Array.isArray(tests) && tests.every((test) => has(test, 'name', 'status'))
        ? { tests: tests.length, ...tally(tests.map(({ status }) => String(status))) }
        : null,
  },
  {
    format: 'pro-analysis',
    countsOf: (document) => {
      const runs = ['base', 'golden'].filter((key) => has(document[key], 'resolved'));
      return has(document, 'instance_id', 'image_ref') && runs.length > 0 ? { instances: 1, runs: runs.length } : null;
    },
  },
];

/** What people and judges say: annotations, and the criteria of a judge beside a task's tests. */
const answers: readonly DocumentKind[] = [
  {
    format: 'openhands-annotations',
    countsOf: ({ metadata, annotations }) =>
      isFields(metadata) && isFields(annotations) ? { annotations: lengthOf(annotations) } : null,
  },
  {
    format: 'judge-rubric',
    countsOf: ({ fail_to_pass: fail, pass_to_pass: pass }) => {
      const criteria = [fail, pass].flatMap((list) => (Array.isArray(list) ? list : []));
      const isRubric = criteria.length > 0 && criteria.every((item) => has(item, 'name', 'description'));
      return isRubric ? { criteria: criteria.length } : null;
    },
  },
  {
    format: 'touchstone-rubric',
    countsOf: (document) =>
      Array.isArray(document['criteria']) && has(document, 'id') ? { criteria: lengthOf(document['criteria']) } : null,
  },
];

/** Parts of tasks that are folders, and of a run's folder. */
const parts: readonly DocumentKind[] = [
  {
    format: 'swebench-task-tests',
    countsOf: (document) =>
      has(document, 'FAIL_TO_PASS', 'PASS_TO_PASS') && !has(document, 'instance_id')
        ? { failToPass: lengthOf(document['FAIL_TO_PASS']), passToPass: lengthOf(document['PASS_TO_PASS']) }
        : null,
  },
  {
    format: 'swe-lancer-issue',
    countsOf: (document) =>
      has(document, 'title', 'issue_repro_steps') ||
      has(document, 'title', 'issue_repo_steps') ||
      has(document, 'title', 'price', 'html_description')
        ? { issues: 1 }
        : null,
  },
  {
    format: 'aider-exercise',
    countsOf: ({ files }) =>
      has(files, 'solution', 'test') ? { solution: lengthOf(files['solution']), tests: lengthOf(files['test']) } : null,
  },
  {
    format: 'swebench-run',
    version: 'v5',
    countsOf: (document) => (has(document, 'dataset', 'split', 'created_at') ? { runs: 1 } : null),
  },
  {
    format: 'trajectory',
    countsOf: (document) =>
      has(document, 'trajectory', 'info') || has(document, 'messages', 'info') ? { trajectories: 1 } : null,
  },
];

/** Our own: the record of an evaluation, and what is said of a run. */
const own: readonly DocumentKind[] = [
  {
    format: 'touchstone-evaluation',
    version: '1',
    countsOf: ({ schema }) => (schema === 'touchstone-evaluation/1' ? { evaluations: 1 } : null),
  },
  {
    format: 'touchstone-run',
    countsOf: (document) => (has(document, 'id', 'model', 'attempt') ? { runs: 1 } : null),
  },
];

/** Documents that are written in YAML. */
const settings: readonly DocumentKind[] = [
  {
    format: 'swebench-task-yaml',
    version: 'v5',
    countsOf: (document) => (has(document, 'instance_id', 'base_commit', 'repo') ? { tasks: 1 } : null),
  },
  {
    format: 'terminal-bench-task-yaml',
    version: '1',
    countsOf: (document) => (has(document, 'instruction') || has(document, 'descriptions') ? { tasks: 1 } : null),
  },
  {
    format: 'sweb-yaml',
    version: 'v5',
    countsOf: ({ datasets, splits }) =>
      datasets === undefined || splits === undefined
        ? null
        : { datasets: lengthOf(datasets), splits: lengthOf(splits) },
  },
  {
    format: 'docker-compose',
    countsOf: ({ services }) => (isFields(services) ? { services: lengthOf(services) } : null),
  },
];

export const jsonKinds: readonly DocumentKind[] = [...pro, ...answers, ...parts, ...own];
export const yamlKinds: readonly DocumentKind[] = [...settings, ...answers];

/** What a document is, by the first kind that fits; null where none does. */
export const kindAmong = (kinds: readonly DocumentKind[], document: unknown): Recognised | null => {
  if (!isFields(document)) return null;
  for (const { format, version, countsOf } of kinds) {
    const counts = countsOf(document);
    if (counts !== null) return { format, version: version ?? null, counts };
  }
  return null;
};
