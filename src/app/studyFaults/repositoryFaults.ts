import type { Environment } from '../../core/study/environment';
import { globMatcher } from '../../core/study/glob';
import { nameOf } from '../../core/study/studyPath';
import type { StudyProblem } from '../../core/study/studyProblem';
import { child, itemsOf } from '../../core/study/yamlValues';
import { isCommit } from '../../core/workspace/commit';
import type { PlacedInstance } from './environmentFaults';
import type { FaultContext, RepositoryPort } from './faultPorts';

/** Commits that are looked for in one repository, and environments that are looked at. */
const mostCommits = 200;
const mostEnvironments = 50;
const mostSaid = 5;

interface Asked {
  readonly context: FaultContext;
  readonly repositories: RepositoryPort;
  readonly environment: Environment;
  readonly index: number;
  /** Absolute. */
  readonly path: string;
  readonly of: readonly PlacedInstance[];
}

/** S122, S123: the repository is one, and has the commits of the instances. */
const sayCommits = async ({ context, repositories, index, path, of }: Asked) => {
  const { faults } = context.read;
  const node = child(itemsOf(child(faults.places.root, 'environments'))[index], 'repository');
  const field = `environments[${index}].repository.${child(node, 'bundle') === null ? 'path' : 'bundle'}`;
  const commits = [...new Set(of.flatMap(({ instance }) => instance.baseCommit ?? []))].filter(isCommit);
  const lacking = await repositories.lacking(path, commits.slice(0, mostCommits), context.signal);
  if (lacking === null) return [faults.ofField('S122', field, `${nameOf(path)} isn't a git repository.`)];
  return lacking.slice(0, mostSaid).map((sha) => {
    const instance = of.find((one) => one.instance.baseCommit === sha)?.instance;
    const repo = instance?.repo ?? nameOf(path);
    return faults.ofField('S123', field, `${repo} has no commit ${sha.slice(0, 12)} (${instance?.id ?? ''}).`);
  });
};

/** W128: globs that keep nothing out, most likely for a slip. */
const sayGlobs = async ({ context, repositories, environment, index, path, of }: Asked) => {
  const globs = environment.keepOut ?? [];
  if (globs.length === 0) return [];
  const commit = of.find(({ instance }) => instance.baseCommit !== null)?.instance.baseCommit ?? null;
  const at = (where: string | null) => repositories.filesAt(path, where, context.signal);
  const files = (commit !== null && isCommit(commit) ? await at(commit) : null) ?? (await at(null));
  if (files === null) return [];
  return globs.flatMap((glob, at) => {
    if (files.some(globMatcher(glob))) return [];
    return [context.read.faults.ofField('W128', `environments[${index}].keepOut[${at}]`, words(glob))];
  });
};

const words = (glob: string): string => `keepOut "${glob}" matches nothing.`;

/** S122, S123, W128: what the repositories of the environments have. Addresses are never asked. */
export const repositoryFaults = async (
  context: FaultContext,
  placed: readonly PlacedInstance[],
): Promise<readonly StudyProblem[]> => {
  const { repositories, files } = context.ports;
  if (repositories === undefined) return [];
  const problems: StudyProblem[] = [];
  for (const [index, environment] of (context.read.study?.environments ?? []).slice(0, mostEnvironments).entries()) {
    context.signal?.throwIfAborted();
    const source = environment.repository;
    if (source === null || source.kind === 'url' || (await files.stat(source.path)) === null) continue;
    const of = placed.filter((one) => one.environment === environment);
    const asked = { context, repositories, environment, index, path: source.path, of };
    problems.push(...(await sayCommits(asked)), ...(await sayGlobs(asked)));
  }
  return problems;
};
