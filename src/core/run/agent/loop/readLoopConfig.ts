import { InputFault } from '../../../shared/problem';
import { readYaml } from '../../../shared/yamlDocument';
import { yamlFaultWords } from '../../../shared/yamlFault';
import { type Fields, isFields } from '../../trajectory/fields';
import { usualActionRegex } from './actionRegex';
import type { LoopConfig } from './loopConfig';
import { readLoopTemplates } from './loopTemplates';

/** A configuration of mini-swe-agent that a person brought. */
export interface ReadLoopConfig {
  readonly config: LoopConfig;
  /** What of it has no effect here and why, a line each. */
  readonly unused: readonly string[];
}

/** What the original takes where a file says nothing: defaults of its agent, its model and its container. */
const defaults = {
  observation:
    '{% if output.exception_info %}<exception>{{output.exception_info}}</exception>\n{% endif %}' +
    '<returncode>{{output.returncode}}</returncode>\n<output>\n{{output.output}}</output>',
  toolError: '{{ error }}',
  textError: 'Please always provide EXACTLY ONE action in triple backticks, found {{actions|length}} actions.',
  seconds: 30,
  interpreter: ['bash', '-lc'],
};

const taken: Readonly<Record<string, readonly string[]>> = {
  agent: [
    'system_template',
    'instance_template',
    'step_limit',
    'cost_limit',
    'wall_time_limit_seconds',
    'max_consecutive_format_errors',
  ],
  model: ['observation_template', 'format_error_template', 'action_regex', 'model_kwargs', 'model_class'],
  environment: ['timeout', 'env', 'interpreter'],
};

const reasons: Readonly<Record<string, string>> = {
  'agent.mode': 'there is nobody to confirm commands',
  'model.model_name': 'the model is chosen with the run',
  'environment.image': "the image is the instance's",
  'environment.cwd': "commands run in the instance's repository",
  'environment.forward_env': 'no variable of this machine goes into a container',
  'environment.environment_class': 'the backend is chosen with the run',
  'environment.run_args': 'the container is ours',
};

/** Reads fields of a block and says which is of the wrong kind. */
class Block {
  constructor(
    private readonly path: string,
    private readonly name: string,
    private readonly fields: Fields,
  ) {}

  private bad(field: string, expected: string): never {
    throw new InputFault(`${this.path}: ${this.name}.${field} must be ${expected}.`);
  }

  text(field: string): string | null {
    const value = this.fields[field] ?? null;
    return value === null || typeof value === 'string' ? value : this.bad(field, 'a text');
  }

  number(field: string, otherwise: number): number {
    const value = this.fields[field] ?? otherwise;
    const good = typeof value === 'number' && value >= 0 && Number.isFinite(value);
    return good ? value : this.bad(field, 'a number that is not below 0');
  }

  map(field: string): Fields {
    const value = this.fields[field] ?? {};
    return isFields(value) ? value : this.bad(field, 'a block of names and values');
  }

  texts(field: string, otherwise: readonly string[]): readonly string[] {
    const value = this.fields[field] ?? otherwise;
    const good = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
    return good ? (value as readonly string[]) : this.bad(field, 'a list of texts');
  }

  required(field: string): string {
    return this.text(field) ?? this.bad(field, 'there: it is the template of a message');
  }
}

const blocksOf = (content: string, path: string): Fields => {
  const { document } = readYaml(content);
  const [fault] = document.errors;
  if (fault !== undefined) throw new InputFault(`${path}: ${yamlFaultWords(fault)}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (isFields(value)) return value;
  throw new InputFault(`${path}: a configuration of mini-swe-agent is a block with agent, model and environment.`);
};

const unusedOf = (blocks: Fields): readonly string[] =>
  Object.entries(blocks).flatMap(([name, value]) => {
    const known = taken[name];
    if (known === undefined) return [`${name}: is not used here.`];
    const fields = isFields(value) ? Object.keys(value).filter((field) => !known.includes(field)) : [];
    return fields.map((field) => `${name}.${field}: ${reasons[`${name}.${field}`] ?? 'is not used here'}.`);
  });

const env = (block: Block): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(block.map('env')).map(([name, value]) => [name, String(value)]));

/** The class of the model says it; two of the original's own files leave that to the command line. */
const isTextMode = (model: Block, prompts: string): boolean =>
  /text_?based/i.test(model.text('model_class') ?? '') ||
  model.text('action_regex') !== null ||
  prompts.includes('```mswea_bash_command');

/**
 * A configuration of mini-swe-agent 2 by its blocks `agent`, `model` and `environment`. `id` is how runs name it, `path`
 * how faults do. Throws InputFault that names the field: no template, a template or a pattern that can't be read.
 */
export const loopConfigOf = (blocks: Fields, path: string, id: string): LoopConfig => {
  const block = (name: string) => new Block(path, name, isFields(blocks[name]) ? blocks[name] : {});
  const [agent, model, environment] = [block('agent'), block('model'), block('environment')];
  const systemTemplate = agent.required('system_template');
  const instanceTemplate = agent.required('instance_template');
  const mode = isTextMode(model, systemTemplate + instanceTemplate) ? 'text' : 'tool';
  const { drop_params: _, ...params } = model.map('model_kwargs');
  const config: LoopConfig = {
    id,
    title: path,
    mode,
    systemTemplate,
    instanceTemplate,
    observationTemplate: model.text('observation_template') ?? defaults.observation,
    formatErrorTemplate:
      model.text('format_error_template') ?? (mode === 'tool' ? defaults.toolError : defaults.textError),
    actionRegex: model.text('action_regex') ?? usualActionRegex,
    limits: {
      steps: agent.number('step_limit', 0),
      costUsd: agent.number('cost_limit', 3),
      wallSeconds: agent.number('wall_time_limit_seconds', 0),
      formatErrors: agent.number('max_consecutive_format_errors', 3),
    },
    commandSeconds: environment.number('timeout', defaults.seconds) || defaults.seconds,
    env: env(environment),
    interpreter: environment.texts('interpreter', defaults.interpreter),
    params,
  };
  try {
    readLoopTemplates(config);
  } catch (error) {
    throw error instanceof InputFault ? new InputFault(`${path}: ${error.message}`) : error;
  }
  return config;
};

/**
 * Reads a configuration file of mini-swe-agent 2 (`agent`, `model`, `environment`), so that people bring theirs unchanged.
 * Throws InputFault as `loopConfigOf` does, and where it is no YAML.
 */
export const readLoopConfig = (content: string, path: string, id: string): ReadLoopConfig => {
  const blocks = blocksOf(content, path);
  return { config: loopConfigOf(blocks, path, id), unused: unusedOf(blocks) };
};
