import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import { djangoParser } from './django';
import { jestParser } from './jest';
import { jestJsonParser } from './jestJson';
import type { LineParser } from './lineParser';
import { markedParser } from './marked';
import { matplotlibParser } from './matplotlib';
import { officialTapParser } from './officialTap';
import { pytestParser } from './pytest';
import { pytestOptionsParser } from './pytestOptions';
import { pytestV2Parser } from './pytestV2';
import { failOnlyRepositories, parserOfRepository } from './repositories';
import { seabornParser } from './seaborn';
import { sympyParser } from './sympy';
import { tapParser } from './tap';
import { vitestParser } from './vitest';

type MakeParser = (rules: RuleSetName, instance: GradedInstance) => LineParser | null;

/** immutable-js changed its runner between two pull requests; the harness knows these two alone. */
const immutableParser: MakeParser = (_rules, { id }) => {
  if (id.endsWith('-2006')) return jestParser;
  return id.endsWith('-2005') ? jestJsonParser : null;
};

/** By the harness's names; those of one repository (`parse_log_flask`) are other names of a shared parser. */
const parsers: ReadonlyMap<string, MakeParser> = new Map<string, MakeParser>([
  ['pytest', pytestParser],
  ['pytest_options', pytestOptionsParser],
  ['pytest_v2', pytestV2Parser],
  ['django', () => djangoParser],
  ['matplotlib', matplotlibParser],
  ['seaborn', () => seabornParser],
  ['sympy', () => sympyParser],
  ...['astroid', 'flask', 'marshmallow', 'pvlib', 'pyvista', 'sqlfluff', 'xarray'].map(
    (name) => [name, pytestParser] as const,
  ),
  ...['pydicom', 'requests', 'pylint'].map((name) => [name, pytestOptionsParser] as const),
  ...['astropy', 'scikit', 'sphinx'].map((name) => [name, pytestV2Parser] as const),
  ['immutable_js', immutableParser],
  ['jest', () => jestParser],
  ['jest_json', () => jestJsonParser],
  ['marked', () => markedParser],
  ['tap', () => officialTapParser],
  ['vitest', () => vitestParser],
]);

const PREFIX = 'parse_log_';

/**
 * The parser of an instance: the one that its row names, else that of its repository; null where there is none.
 * A name may stand without `parse_log_` (`pytest_v2`). `tap` alone means TAP by its specification, since the
 * harness's `parse_log_tap` takes dash and directive into the id.
 */
export const parserFor = (instance: GradedInstance, rules: RuleSetName): LineParser | null => {
  const name = instance.logParser || parserOfRepository.get(instance.repo?.toLowerCase() ?? '');
  if (!name) return null;
  if (name === 'tap') return tapParser;
  return parsers.get(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name)?.(rules, instance) ?? null;
};

/** The row's `eval_type`, else what the repository's classic rows go by. */
export const evalTypeOf = (instance: GradedInstance): EvalType =>
  instance.evalType ?? (failOnlyRepositories.has(instance.repo?.toLowerCase() ?? '') ? 'fail_only' : 'pass_and_fail');
