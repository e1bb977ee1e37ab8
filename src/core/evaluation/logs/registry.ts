import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import { antParser } from './ant';
import { bpmnJsParser } from './bpmnJs';
import { calypsoParser } from './calypso';
import { cargoParser } from './cargo';
import { chartJsParser } from './chartJs';
import { cppPytestParser, cppTestParser, ctestParser } from './cppForms';
import { cppRunnerParser } from './cppRunners';
import { cucumberParser } from './cucumber';
import { djangoParser } from './django';
import { doctestParser } from './doctest';
import { eslintParser } from './eslint';
import { exUnitParser } from './exUnit';
import { cypressParser, lighthouseJsonParser } from './fullTitles';
import { googletestParser } from './googletest';
import { gotestParser } from './gotest';
import { gradleCustomParser } from './gradleCustom';
import { emotionParser, grommetParser } from './grommet';
import { highlightJsParser } from './highlightJs';
import { jestParser } from './jest';
import { jestFilesParser } from './jestFiles';
import { jestJsonParser } from './jestJson';
import { jqParser } from './jq';
import { junitXmlParser } from './junitXml';
import { karmaParser } from './karma';
import { lighthouseMochaParser } from './lighthouseMocha';
import type { LineParser } from './lineParser';
import { machineFormats } from './machineFormats';
import { markedParser } from './marked';
import { matplotlibParser } from './matplotlib';
import { mavenParser } from './maven';
import { micropythonParser } from './micropython';
import { minitestParser } from './minitest';
import { nextCypressParser } from './nextCypress';
import { nextTreeParser } from './nextTree';
import { officialTapParser } from './officialTap';
import { openLayersParser } from './openLayers';
import { p5jsParser } from './p5js';
import { phpunitParser } from './phpunit';
import { plotlyParser } from './plotly';
import { prismParser } from './prism';
import { livePytestParser, pytestParser } from './pytest';
import { pytestOptionsParser } from './pytestOptions';
import { pytestV2Parser } from './pytestV2';
import { quartoParser } from './quarto';
import { junitTextParser, kotlinJunitParser, neovimParser } from './rebenchForms';
import { rebenchVariants } from './rebenchVariants';
import { redisParser } from './redis';
import { failOnlyRepositories, parserOfRepository } from './repositories';
import { rspecJsonParser } from './rspecJson';
import { rubyUnitParser } from './rubyUnit';
import { seabornParser } from './seaborn';
import { smithParserFor } from './smithParsers';
import { sympyParser } from './sympy';
import { terminalBenchParser } from './terminalBench';
import { vitestParser } from './vitest';

type MakeParser = (rules: RuleSetName, instance: GradedInstance) => LineParser | null;

/** immutable-js changed its runner between two pull requests; the harness knows these two alone. */
const immutableParser: MakeParser = (rules, { id }) => {
  if (id.endsWith('-2006')) return jestParser(rules);
  return id.endsWith('-2005') ? jestJsonParser : null;
};

/** jekyll changed its runner between pull requests; the harness knows these five. */
const jekyllParser: MakeParser = (_rules, { id }) => {
  const pull = id.split('-')[1] ?? '';
  if (['9141', '8047', '8167'].includes(pull)) return minitestParser;
  return ['8761', '8771'].includes(pull) ? cucumberParser : null;
};

/** lighthouse changed its runner between versions. */
const lighthouseParser: MakeParser = (_rules, { version }) => {
  if (version === null || !/^\d{1,9}(?:\.\d{1,9})?$/.test(version)) return null;
  if (['9.5', '10.0', '10.2'].includes(version)) return lighthouseMochaParser;
  return Number(version) >= 3 ? jestFilesParser('parse_log_lighthouse') : lighthouseJsonParser;
};

/** By the harness's names; those of one repository (`parse_log_flask`) are other names of a shared parser. */
const parsers: ReadonlyMap<string, MakeParser> = new Map<string, MakeParser>([
  ['pytest', pytestParser],
  ['pytest_options', pytestOptionsParser],
  ['pytest_v2', pytestV2Parser],
  ['django', () => djangoParser],
  ['matplotlib', matplotlibParser],
  ['seaborn', seabornParser],
  ['sympy', () => sympyParser],
  ...['astroid', 'flask', 'marshmallow', 'pvlib', 'pyvista', 'sqlfluff', 'xarray'].map(
    (name) => [name, pytestParser] as const,
  ),
  ...['pydicom', 'requests', 'pylint'].map((name) => [name, pytestOptionsParser] as const),
  ...['astropy', 'scikit', 'sphinx'].map((name) => [name, pytestV2Parser] as const),
  ['ant', () => antParser],
  ['bpmn_js', () => bpmnJsParser],
  ['calypso', () => calypsoParser],
  ...['carbon', 'prettier', 'react_pdf', 'scratch_gui'].map(
    (name) => [name, () => jestFilesParser(`parse_log_${name}`)] as const,
  ),
  ['cargo', () => cargoParser],
  ['chart_js', () => chartJsParser],
  ['cucumber', () => cucumberParser],
  ['cypress', () => cypressParser],
  ['doctest', () => doctestParser],
  ['emotion', () => emotionParser],
  ['eslint', () => eslintParser],
  ['googletest', () => googletestParser],
  ['gotest', () => gotestParser],
  ['gradle_custom', gradleCustomParser],
  ['grommet', () => grommetParser],
  ['highlightjs', () => highlightJsParser],
  ['jekyll', jekyllParser],
  ['jq', () => jqParser],
  ['karma', () => karmaParser],
  ['lighthouse', lighthouseParser],
  ['maven', mavenParser],
  ['micropython_test', () => micropythonParser],
  ['minitest', () => minitestParser],
  ['next', (_rules, { version }) => (version === '1.27' ? nextCypressParser : nextTreeParser)],
  ['openlayers', () => openLayersParser],
  ['p5js', () => p5jsParser],
  ['parse_plotly_js', () => plotlyParser],
  ['phpunit', () => phpunitParser],
  ['prismjs', () => prismParser],
  ['quarto_cli', () => quartoParser],
  ['redis', () => redisParser],
  ['rspec_transformed_json', () => rspecJsonParser],
  ['ruby_unit', () => rubyUnitParser],
  ['cpp', () => cppPytestParser],
  ['cpp_v2', () => cppTestParser],
  ['cpp_v3', () => cppRunnerParser],
  ['cpp_v4', () => ctestParser],
  ['elixir', () => exUnitParser],
  ...['parse_lue_nvim', 'parse_lua_nvim', 'lua_nvim'].map((name) => [name, () => neovimParser] as const),
  ...['parse_logs_kotlin_junit', 'kotlin_junit'].map((name) => [name, () => kotlinJunitParser] as const),
  ...['junit', 'sbt'].map((name) => [name, () => junitTextParser] as const),
  ['parse_combined_test_reports', () => junitXmlParser],
  ['terminal_bench', () => terminalBenchParser],
  ['immutable_js', immutableParser],
  ['jest', jestParser],
  ['jest_json', () => jestJsonParser],
  ['marked', () => markedParser],
  ['tap', () => officialTapParser],
  ['vitest', () => vitestParser],
]);

/** Every name that a row or a study file may give, sorted, without `parse_log_`. */
export const parserNames: readonly string[] = [...new Set([...parsers.keys(), ...machineFormats.keys()])].toSorted();

const PREFIX = 'parse_log_';

const bareName = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

/** Live's and rebench V2's copies of the harness's parsers are of the time of its version 4. */
const mannerOf = (rules: RuleSetName): RuleSetName =>
  rules === 'live' || rules === 'rebench-v2' ? 'swebench-v4' : rules;

const named = (instance: GradedInstance): string | null => {
  const name = instance.logParser?.trim();
  return name ? name : null;
};

/**
 * The parser of an instance: the one that its row names, else that of its repository; null where there is none.
 * A name may stand without `parse_log_` (`pytest_v2`). `tap` alone means TAP by its specification, since the
 * harness's `parse_log_tap` takes dash and directive into the id. A row's parser that is a program is not run.
 */
export const parserFor = (instance: GradedInstance, rules: RuleSetName): LineParser | null => {
  const repo = instance.repo?.toLowerCase() ?? '';
  const own = named(instance);
  const ofSmith = rules === 'smith' ? smithParserFor(repo, own) : null;
  const name = own ?? parserOfRepository.get(repo) ?? '';
  const variant = rules === 'rebench-v2' ? rebenchVariants.get(bareName(name)) : undefined;
  const ofLive = rules === 'live' && bareName(name).toLowerCase() === 'pytest' ? livePytestParser : undefined;
  const known = ofSmith ?? variant ?? ofLive ?? machineFormats.get(name);
  return known ?? parsers.get(bareName(name))?.(mannerOf(rules), instance) ?? null;
};

/** The row's `eval_type`, else what the repository's classic rows go by. */
export const evalTypeOf = (instance: GradedInstance): EvalType =>
  instance.evalType ?? (failOnlyRepositories.has(instance.repo?.toLowerCase() ?? '') ? 'fail_only' : 'pass_and_fail');
