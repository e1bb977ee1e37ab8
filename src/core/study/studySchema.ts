/** Shape of one field of touchstone.yaml, for the checker. `later`: named by the format, read by other parts or later. */
export type FieldShape =
  | { readonly type: 'text' | 'id' | 'integer' | 'span' | 'share' | 'boolean' | 'later' | 'strings' }
  /** A path inside the study's folder; `outside` may leave it, for reading. */
  | { readonly type: 'path'; readonly outside?: boolean }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'whole'; readonly min: number; readonly max: number }
  | { readonly type: 'block'; readonly fields: Fields; readonly required?: Readonly<Record<string, string>> }
  | { readonly type: 'map' }
  /** A list; `plain` is the short form of an entry (a path or id instead of the block). */
  | { readonly type: 'list'; readonly plain?: FieldShape; readonly of: FieldShape }
  | { readonly type: 'either'; readonly plain: FieldShape; readonly block: FieldShape };

export type Fields = Readonly<Record<string, FieldShape>>;

const text = { type: 'text' } as const;
const id = { type: 'id' } as const;
const path = { type: 'path' } as const;
const later = { type: 'later' } as const;
const integer = { type: 'integer' } as const;
const span = { type: 'span' } as const;
const strings = { type: 'strings' } as const;
const map = { type: 'map' } as const;
const readFrom = { type: 'path', outside: true } as const;
const choice = (...values: readonly string[]): FieldShape => ({ type: 'choice', values });
const whole = (min: number, max: number): FieldShape => ({ type: 'whole', min, max });
const block = (fields: Fields, required: Readonly<Record<string, string>> = {}): FieldShape => ({
  type: 'block',
  fields,
  required,
});
const when = choice('at-once', 'after-verdict', 'after-study', 'never');

const study: FieldShape = {
  type: 'either',
  plain: id,
  block: block(
    {
      id,
      title: text,
      description: text,
      owner: text,
      seed: integer,
      consent: path,
      surveys: later,
      time: block({ idleAfter: span, alsoReport: later }),
    },
    { id: 'It names .touchstone/<id>/.' },
  ),
};

const dataset = block(
  { id, path: readFrom, format: text, sha256: text, use: choice('main', 'training', 'attention') },
  { path: 'It names the file of instances.' },
);

const environment = block(
  {
    id,
    match: block({ dataset: text, repo: text, instances: strings }),
    repository: block({ path: readFrom, url: text, bundle: path }),
    image: text,
    dockerfile: path,
    build: block({
      base: text,
      packages: strings,
      copy: strings,
      setup: strings,
      network: { type: 'boolean' },
    }),
    platform: text,
    workdir: text,
    env: map,
    test: text,
    parser: text,
    services: later,
    keepOut: strings,
  },
  { match: 'It says for which instances the environment is.' },
);

const run = block(
  { id, path, model: text, agent: text, base: text, attempt: whole(1, 1_000_000), logs: path },
  { path: 'It names a folder or a predictions file.' },
);

const judge = block({ id, path, map: path, run: later, rubric: text }, { id: 'It names the judge.' });

const rater = block(
  {
    id,
    role: choice('rater', 'adjudicator', 'observer'),
    max: integer,
    skills: strings,
    from: later,
    until: later,
    not: later,
  },
  { id: 'It stands for the person in every event.' },
);

const panes = ['model', 'tests', 'judge', 'gold', 'peers', 'signals', 'trajectory'] as const;

const evaluation = block({
  ruleSet: text,
  compare: strings,
  repeats: whole(1, 1000),
  timeout: span,
  datasetCheck: choice('required', 'advised', 'off'),
  optimisation: later,
});

const backend = block({
  kind: choice('docker', 'local'),
  endpoint: text,
  workers: whole(1, 1024),
  limits: block({ memory: later, cpus: later, pids: integer, disk: later }),
  network: choice('none', 'model'),
  retryInfrastructure: whole(0, 100),
});

/** Every field of STUDY-FILE.md. */
export const studyFields: Fields = {
  touchstone: integer,
  study,
  datasets: { type: 'list', plain: readFrom, of: dataset },
  labels: path,
  environments: { type: 'list', of: environment },
  runs: { type: 'list', plain: path, of: run },
  judges: { type: 'list', of: judge },
  selection: later,
  rubric: {
    type: 'either',
    plain: text,
    block: block({ default: text, byTaskType: map }),
  },
  raters: { type: 'list', plain: id, of: rater },
  assignment: later,
  blinding: block({ ...Object.fromEntries(panes.map((pane) => [pane, when])), mask: strings }),
  adjudication: later,
  stopping: later,
  preregistration: later,
  evaluation,
  backend,
  export: later,
};
