import { coverageWishIn } from '../evaluation/coverage/coverageWish';
import { usualOptimisation } from '../evaluation/optimisation/optimisation';
import { ruleSetNames } from '../evaluation/ruleSetName';
import type { DockerfileRecipe, JobLimits } from '../run/container/engine';
import type { RepositorySource } from '../workspace/repositorySource';
import type { Environment, EvaluationSettings } from './environment';
import { sizeBytes, spanMs } from './spans';
import { staysInside } from './studyPath';
import { booleanOf, child, itemsOf, memberOf, numberOf, textMapOf, textOf, textsOf } from './yamlValues';

const repositoryOf = (node: unknown): RepositorySource | null => {
  const bundle = textOf(child(node, 'bundle'));
  if (bundle !== null) return { kind: 'bundle', path: bundle };
  const path = textOf(child(node, 'path'));
  if (path !== null) return path.endsWith('.bundle') ? { kind: 'bundle', path } : { kind: 'path', path };
  const url = textOf(child(node, 'url'));
  return url === null ? null : { kind: 'url', url };
};

const matchOf = (node: unknown): Environment['match'] => {
  const dataset = textOf(child(node, 'dataset'));
  const repo = textOf(child(node, 'repo'));
  const instances = child(node, 'instances');
  return {
    ...(dataset === null ? {} : { dataset }),
    ...(repo === null ? {} : { repo }),
    ...(instances === null ? {} : { instances: textsOf(instances) }),
  };
};

const buildOf = (node: unknown): Environment['build'] => {
  const base = textOf(child(node, 'base'));
  if (base === null) return null;
  const [packages, copy, setup] = ['packages', 'copy', 'setup'].map((name) => textsOf(child(node, name)));
  const network = booleanOf(child(node, 'network'));
  return {
    base,
    packages: packages ?? [],
    ...(copy?.length ? { copy } : {}),
    ...(setup?.length ? { setup } : {}),
    ...(network === null ? {} : { network }),
  };
};

const dockerfileOf = (node: unknown): DockerfileRecipe | null => {
  const path = textOf(child(node, 'dockerfile'));
  return path === null || !staysInside(path) ? null : { path, root: '.' };
};

const coverageOf = (node: unknown): Pick<Environment, 'coverage'> => {
  if (node === null) return {};
  const said = { report: textsOf(child(node, 'report')), files: textsOf(child(node, 'files')) };
  const coverage = coverageWishIn(said);
  return coverage === null ? {} : { coverage };
};

const environmentOf = (node: unknown, index: number): Environment => ({
  id: textOf(child(node, 'id')) ?? `environment-${index + 1}`,
  match: matchOf(child(node, 'match')),
  repository: repositoryOf(child(node, 'repository')),
  image: textOf(child(node, 'image')),
  dockerfile: dockerfileOf(node),
  build: buildOf(child(node, 'build')),
  platform: textOf(child(node, 'platform')),
  workdir: textOf(child(node, 'workdir')) ?? '/testbed',
  env: child(node, 'env') === null ? { TZ: 'UTC', LANG: 'C.UTF-8' } : textMapOf(child(node, 'env')),
  test: textOf(child(node, 'test')),
  parser: textOf(child(node, 'parser')),
  ...coverageOf(child(node, 'coverage')),
  keepOut: textsOf(child(node, 'keepOut')),
});

/** `environments[]` of the study file, in its order; paths as written. */
export const readEnvironments = (root: unknown): readonly Environment[] =>
  itemsOf(child(root, 'environments')).map(environmentOf);

/** Engines read zero and less as "no limit": a study file can't say that. */
const above0 = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

/** `backend.limits`; what is not said, or is no size, is left to the default. */
const limitsOf = (node: unknown): Partial<JobLimits> => {
  const memory = above0(sizeBytes(textOf(child(node, 'memory')) ?? ''));
  const disk = above0(sizeBytes(textOf(child(node, 'disk')) ?? ''));
  const cpus = above0(numberOf(child(node, 'cpus')));
  const pids = above0(numberOf(child(node, 'pids')));
  return {
    ...(memory === null ? {} : { memoryBytes: memory }),
    ...(disk === null ? {} : { fileBytes: disk, diskBytes: disk }),
    ...(cpus === null ? {} : { cpus }),
    ...(pids === null ? {} : { pids }),
  };
};

/** `evaluation.optimisation`; what is not said, or is no such number, is as usual. */
const optimisationOf = (node: unknown): Pick<EvaluationSettings, 'optimisation'> => {
  if (node === null) return {};
  const [repeats, threshold] = [numberOf(child(node, 'repeats')), numberOf(child(node, 'threshold'))];
  return {
    optimisation: {
      repeats: repeats !== null && repeats >= 1 ? Math.floor(repeats) : usualOptimisation.repeats,
      threshold: threshold !== null && threshold > 0 && threshold <= 1 ? threshold : usualOptimisation.threshold,
    },
  };
};

/** `evaluation` and `backend` of the study file; null where nothing is said. */
export const readEvaluation = (root: unknown): EvaluationSettings => {
  const evaluation = child(root, 'evaluation');
  const backend = child(root, 'backend');
  const timeout = textOf(child(evaluation, 'timeout'));
  const retries = numberOf(child(backend, 'retryInfrastructure'));
  return {
    ruleSet: memberOf(child(evaluation, 'ruleSet'), ruleSetNames),
    compare: ruleSetNames.filter((name) => textsOf(child(evaluation, 'compare')).includes(name)),
    timeoutMs: timeout === null ? null : spanMs(timeout),
    ...optimisationOf(child(evaluation, 'optimisation')),
    backend: {
      kind: memberOf(child(backend, 'kind'), ['docker', 'local']),
      endpoint: textOf(child(backend, 'endpoint')),
      workers: numberOf(child(backend, 'workers')),
      ...(retries === null ? {} : { retryInfrastructure: retries }),
    },
    ...(child(backend, 'limits') === null ? {} : { limits: limitsOf(child(backend, 'limits')) }),
  };
};
