import { isMap } from 'yaml';
import type { StudyChecker } from './checkStudy';
import type { Environment } from './environment';
import { child, itemsOf, textOf } from './yamlValues';

/** What keys of common services begin with, and how a key is given to a command. */
const keyTexts: readonly RegExp[] = [
  /\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}/,
  /\b(?:ghp|gho|ghs|github_pat|glpat|hf|xox[abps])[_-][A-Za-z0-9_-]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY/,
  /\b[A-Z0-9_]{0,40}(?:API_?KEY|SECRET|TOKEN|PASSWORD)[A-Z0-9_]{0,40}=\S/i,
];

const keyName = /(?:^|_)(?:API_?KEY|KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)/i;

/** Whether a text holds what looks like a key of a common service. */
export const holdsKey = (text: string): boolean => keyTexts.some((look) => look.test(text));

/** S124: a ready image, a Dockerfile or a recipe. A block that gives a repository alone leaves the image to the row. */
const sayImages = (check: StudyChecker, item: unknown, field: string): void => {
  const given = ['image', 'dockerfile', 'build'].filter((name) => child(item, name) !== null);
  if (given.length === 1 || (given.length === 0 && child(item, 'repository') !== null)) return;
  const id = textOf(child(item, 'id')) ?? field;
  const found = given.length === 0 ? 'none' : given.join(', ');
  check.say('S124', field, item, `${id}: give one of image, dockerfile, build; found ${found}.`);
};

/** S125: commands of a recipe are stored in an image for ever. */
const saySetup = (check: StudyChecker, item: unknown, field: string): void => {
  for (const [index, node] of itemsOf(child(child(item, 'build'), 'setup')).entries())
    if (holdsKey(textOf(node) ?? ''))
      check.say(
        'S125',
        `${field}.build.setup[${index}]`,
        node,
        `setup[${index}] holds what looks like a key; keys never enter containers.`,
      );
};

/** S126: by its name or by its value. */
const sayEnv = (check: StudyChecker, item: unknown, field: string): void => {
  const env = child(item, 'env');
  if (!isMap(env)) return;
  for (const { key, value } of env.items) {
    const name = textOf(key) ?? '';
    if (keyName.test(name) || holdsKey(textOf(value) ?? ''))
      check.say('S126', `${field}.env.${name}`, key, `env.${name} looks like a key; keys never enter containers.`);
  }
};

/**
 * What of an environment looks like a key, in words; null where nothing does. Who evaluates refuses it: what a container
 * is given can be read by the code in it, and what an image was built with stays in it.
 */
export const keyOfEnvironment = ({ id, build, env }: Pick<Environment, 'id' | 'build' | 'env'>): string | null => {
  const setup = (build?.setup ?? []).findIndex(holdsKey);
  if (setup >= 0)
    return `environments "${id}": setup[${setup}] holds what looks like a key; keys never enter containers (S125).`;
  const named = Object.entries(env).find(([name, value]) => keyName.test(name) || holdsKey(value));
  return named === undefined
    ? null
    : `environments "${id}": env.${named[0]} looks like a key; keys never enter containers (S126).`;
};

/** S124 to S126: the blocks `environments[]`. */
export const sayEnvironments = (check: StudyChecker, root: unknown): void => {
  for (const [index, item] of itemsOf(child(root, 'environments')).entries())
    for (const say of [sayImages, saySetup, sayEnv]) say(check, item, `environments[${index}]`);
};
