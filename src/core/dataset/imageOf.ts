import type { Instance } from '../instance/instance';

/** The container image of an instance and how it is known. */
export interface NamedImage {
  readonly name: string;
  /** `row`: a field of the row names it; `rule`: its benchmark's naming rule gives it (`formats.md` A). */
  readonly source: 'row' | 'rule';
  /** For people: `by the naming rule of SWE-bench Pro`, `named by the row`. */
  readonly words: string;
}

type Naming = (instance: Instance) => string | null;

const pullRequestId = /^[A-Za-z0-9_.-]+__[A-Za-z0-9_.-]+-\d+$/;

/** `owner__name-PR` in lower case, with what the benchmark writes for `__`, which image names may not hold there. */
const byId =
  (repository: string, joint: string): Naming =>
  ({ id }) =>
    pullRequestId.test(id) ? `${repository}${id.replace('__', joint).toLowerCase()}:latest` : null;

/** The one instance of element-web whose tag has the repository's whole name. */
const wholeElement = 'instance_element-hq__element-web-ec0f940ef0e8e3b61078f145f34dc40d1938e6c5-vnan';

/** SWE-bench Pro: `owner.name-<id>` without `instance_` and `-vnan`, at most 128 characters (an image tag's limit). */
const proImage: Naming = ({ id, repo }) => {
  const [owner, name] = repo?.toLowerCase().split('/') ?? [];
  if (!owner || !name || !/^instance_[\w.-]+$/.test(id)) return null;
  const isShort = owner === 'element-hq' && name === 'element-web' && id !== wholeElement;
  const rest = id.slice('instance_'.length);
  const tag = `${owner}.${isShort ? 'element' : name}-${id === wholeElement ? rest : rest.replace(/-vnan$/, '')}`;
  return `jefzda/sweap-images:${tag.slice(0, 128)}`;
};

const multiImage: Naming = ({ id }) => {
  const match = /^([\w.-]+)\/([\w.-]+):pr-(\d+)$/.exec(id);
  return match ? `mswebench/${match[1]}_m_${match[2]}:pr-${match[3]}`.toLowerCase() : null;
};

const isRebenchV2 = ({ extra }: Instance): boolean =>
  ['pr_description', 'interface'].some((field) => Object.hasOwn(extra, field));

/** SWE-rebench V2: `<org>-<repo>:<PR>-<first seven digits of the commit>`. */
const rebenchImage: Naming = (instance) => {
  const number = /^[A-Za-z0-9_.-]+__[A-Za-z0-9_.-]+-(\d+)$/.exec(instance.id)?.[1];
  if (!isRebenchV2(instance)) return byId('swerebench/sweb.eval.x86_64.', '_1776_')(instance);
  if (!number || !instance.repo || !instance.baseCommit) return null;
  const name = instance.repo.toLowerCase().replace('/', '-');
  return `docker.io/swerebenchv2/${name}:${number}-${instance.baseCommit.slice(0, 7)}`;
};

const namings: Readonly<Record<string, readonly [string, Naming]>> = {
  'swe-bench': ['SWE-bench', byId('swebench/sweb.eval.x86_64.', '_1776_')],
  'swe-bench-live': ['SWE-bench-Live', byId('starryzhang/sweb.eval.x86_64.', '_1776_')],
  'swe-bench-pro': ['SWE-bench Pro', proImage],
  'multi-swe-bench': ['Multi-SWE-bench', multiImage],
  'swe-rebench': ['SWE-rebench', rebenchImage],
  'swe-gym': ['SWE-Gym', byId('xingyaoww/sweb.eval.x86_64.', '_s_')],
};

/**
 * The image in which an instance is evaluated: the one that its row names, else the one that its benchmark published
 * under its naming rule. Null where there is neither. Naming an image says nothing of whether it exists.
 */
export const imageOf = (instance: Instance): NamedImage | null => {
  if (instance.image !== null && instance.image !== '')
    return { name: instance.image, source: 'row', words: 'named by the row' };
  const naming = Object.hasOwn(namings, instance.benchmark) ? namings[instance.benchmark] : undefined;
  const name = naming?.[1](instance) ?? null;
  return naming && name !== null ? { name, source: 'rule', words: `by the naming rule of ${naming[0]}` } : null;
};

/** Where the repository stands in the benchmark's published images (`formats.md` A1, A4). */
export const workdirOf = (instance: Instance): string => {
  const name = instance.repo?.split('/')[1];
  if (instance.benchmark === 'swe-bench-pro') return '/app';
  if (instance.benchmark === 'multi-swe-bench' && name) return `/home/${name}`;
  return instance.benchmark === 'swe-rebench' && isRebenchV2(instance) && name ? `/${name}` : '/testbed';
};
