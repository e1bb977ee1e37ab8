import type { ImageRecipe } from './engine';

/** A Dockerfile made of a recipe; `steps` names each of its instructions in the recipe's words. */
export interface WrittenDockerfile {
  readonly text: string;
  readonly steps: readonly string[];
}

/** Folder of the build context in which the repository's files lie. */
export const copiesFolder = 'files';

/** File of the build context that names them, one a line. */
export const copiesList = 'copied.txt';
const listInImage = '/tmp/touchstone-copied';
const removeCopies = `while IFS= read -r file; do rm -f -- "$file"; done <${listInImage}; rm -f ${listInImage}`;

const packageName = /^[A-Za-z0-9@][\w.+:@=~/^-]{0,127}$/;

/** The first name that no package manager takes; null where all are names. */
export const badPackage = (packages: readonly string[]): string | null =>
  packages.find((name) => !packageName.test(name)) ?? null;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Each with what installs without questions and leaves no index behind; the first that the base has is taken. */
const managers: readonly (readonly [string, string])[] = [
  [
    'apt-get',
    'export DEBIAN_FRONTEND=noninteractive; apt-get update && apt-get install -y --no-install-recommends -- "$@" && ' +
      'rm -rf /var/lib/apt/lists/*',
  ],
  ['apk', 'apk add --no-cache -- "$@"'],
  ['dnf', 'dnf install -y -- "$@" && dnf clean all'],
  ['microdnf', 'microdnf install -y -- "$@" && microdnf clean all'],
  ['yum', 'yum install -y -- "$@" && yum clean all'],
  ['zypper', 'zypper --non-interactive install --no-recommends -- "$@" && zypper clean --all'],
];

/** What the packages step says where the base has none of them. */
const noManager = `The base has no package manager that is known (${managers.map(([name]) => name).join(', ')}).`;

const installer = (packages: readonly string[]): string => {
  const tries = managers.map(([name, command]) => `if command -v ${name} >/dev/null 2>&1; then ${command}; exit; fi`);
  return [`set -- ${packages.map(quoted).join(' ')}`, ...tries, `echo ${quoted(noManager)} >&2`, 'exit 86'].join('\n');
};

/** As a JSON list the command reaches its shell as it is: no continuation, comment or variable of the Dockerfile's. */
const run = (shell: string, command: string): string => `RUN ${JSON.stringify([shell, '-ec', command])}`;

/**
 * The Dockerfile of a recipe on an image: packages by whatever manager the base has, the repository's files, the
 * commands one after the other, and the files gone again, since the checkout brings them. `base`: a reference.
 */
export const recipeDockerfile = (base: string, recipe: ImageRecipe): WrittenDockerfile => {
  const { packages, copy = [], setup = [], workdir = '/testbed' } = recipe;
  const lines: (readonly [string, string])[] = [[`FROM ${base}`, 'base']];
  if (packages.length > 0) lines.push([run('sh', installer(packages)), `packages (${packages.join(', ')})`]);
  lines.push([`WORKDIR ${workdir}`, 'workdir']);
  if (copy.length > 0) lines.push([`COPY ${JSON.stringify([`${copiesFolder}/`, './'])}`, 'copy']);
  for (const [index, command] of setup.entries()) lines.push([run('bash', command), `setup[${index}] (${command})`]);
  if (copy.length > 0) lines.push([`COPY ${copiesList} ${listInImage}`, 'copy']);
  if (copy.length > 0) lines.push([run('sh', removeCopies), 'removing the copied files']);
  return { text: `${lines.map(([line]) => line).join('\n')}\n`, steps: lines.map(([, step]) => step) };
};

/** The recipe in one line, for the question whether it may be built. */
export const recipeWords = ({ base, packages, setup = [], network = true }: ImageRecipe): string =>
  [
    base === 'host' ? "from this machine's own programs" : `on ${base}`,
    ...(packages.length > 0 ? [`with ${packages.join(', ')}`] : []),
    ...(setup.length > 0 ? [`running ${setup.map((command) => JSON.stringify(command)).join(', ')}`] : []),
    network ? 'with the network' : 'without the network',
  ].join(', ');
