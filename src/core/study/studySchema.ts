import { ruleSetNames } from '../evaluation/ruleSetName';
import {
  allRefer,
  block,
  boolean,
  choice,
  date,
  either,
  type FieldShape,
  type Fields,
  hash,
  id,
  integer,
  list,
  map,
  notYet,
  number,
  path,
  readFrom,
  refers,
  share,
  size,
  span,
  strings,
  text,
  whole,
} from '../shared/fieldShape';
import {
  adjudication,
  assignment,
  exported,
  panes,
  preregistration,
  selection,
  stopping,
  when,
} from './studyPlanSchema';

const manySpans: FieldShape = { type: 'list', of: span };

const study = either(
  id,
  block(
    {
      id,
      title: text,
      description: text,
      owner: refers('rater'),
      seed: integer,
      consent: path,
      surveys: notYet,
      time: block({ idleAfter: span, alsoReport: manySpans }),
    },
    { id: 'It names .touchstone/<id>/.' },
  ),
);

const dataset = block(
  { id, path: readFrom, format: text, sha256: hash, use: choice('main', 'training', 'attention') },
  { path: 'It names the file of instances.' },
);

const build = block(
  { base: text, packages: strings, copy: strings, setup: strings, network: boolean },
  { base: 'It names the image to begin with, or host.' },
);

const environment = block(
  {
    id,
    match: block({ dataset: refers('dataset'), repo: text, instances: allRefer('instance') }),
    repository: block({ path: readFrom, url: text, bundle: path }),
    image: text,
    dockerfile: path,
    build,
    platform: text,
    workdir: text,
    env: map,
    test: text,
    parser: { type: 'parser' },
    coverage: block({ report: strings, files: strings }),
    services: notYet,
    keepOut: strings,
  },
  { match: 'It says for which instances the environment is.' },
);

const run = block(
  { id, path, model: text, agent: text, base: refers('run'), attempt: whole(1, 1_000_000), logs: path },
  { path: 'It names a folder or a predictions file.' },
);

const asking = block({
  provider: text,
  model: text,
  samples: whole(1, 1000),
  swapOrder: boolean,
  temperature: number,
  sees: {
    type: 'choices',
    values: ['statement', 'repository', 'model', 'gold', 'test_patch', 'tests', 'log', 'trajectory'],
  },
  maxChars: whole(1, 100_000_000),
});

const judge = block({ id, path, map: path, run: asking, rubric: text }, { id: 'It names the judge.' });

const conflicts = block({
  instances: allRefer('instance'),
  repos: strings,
  authors: strings,
  runs: allRefer('run'),
});

const rater = block(
  {
    id,
    role: choice('rater', 'adjudicator', 'observer'),
    max: whole(1, 1_000_000),
    skills: notYet,
    from: date,
    until: date,
    not: conflicts,
  },
  { id: 'It stands for the person in every event.' },
);

const evaluation = block({
  ruleSet: choice(...ruleSetNames),
  compare: { type: 'choices', values: ruleSetNames },
  repeats: whole(1, 1000),
  timeout: span,
  datasetCheck: choice('required', 'advised', 'off'),
  optimisation: block({ repeats: whole(1, 10_000), threshold: share }),
});

const backend = block({
  kind: choice('docker', 'local'),
  endpoint: text,
  workers: whole(1, 1024),
  limits: block({ memory: size, cpus: number, pids: whole(1, 4_194_304), disk: size }),
  network: choice('none', 'model'),
  retryInfrastructure: whole(0, 100),
});

const rubricPath: FieldShape = { type: 'path', builtIn: true };

/** Every field of STUDY-FILE.md. */
export const studyFields: Fields = {
  touchstone: integer,
  study,
  datasets: list(dataset, readFrom),
  labels: path,
  environments: list(environment),
  runs: list(run, path),
  judges: list(judge),
  selection,
  rubric: either(rubricPath, block({ default: rubricPath, byTaskType: { type: 'paths' } })),
  raters: list(rater, id),
  assignment,
  blinding: block({ ...Object.fromEntries(panes.map((pane) => [pane, when])), mask: strings }),
  adjudication,
  stopping,
  preregistration,
  evaluation,
  backend,
  export: exported,
};

/** Everything at the top that a file must say. */
export const studyRequired: Readonly<Record<string, string>> = {
  touchstone: 'It says the version of the format: 1.',
  study: 'It names the study and .touchstone/<id>/.',
};
