import { describe, expect, it } from 'vitest';
import { readLoopConfig } from '../../../../../../src/core/run/agent/loop/readLoopConfig';
import { runLoop } from '../../../../../fakes/loopAttempt';

const minimal = 'agent:\n  system_template: You work.\n  instance_template: Do {{task}}\n';
const read = (text: string) => readLoopConfig(text, 'mine.yaml', 'mine');

describe('a configuration of mini-swe-agent that a person brings', () => {
  it("has the original's values where it says nothing", () => {
    const { config, unused } = read(minimal);
    expect(config).toMatchObject({
      id: 'mine',
      mode: 'tool',
      limits: { steps: 0, costUsd: 3, wallSeconds: 0, formatErrors: 3 },
      commandSeconds: 30,
      interpreter: ['bash', '-lc'],
      formatErrorTemplate: '{{ error }}',
    });
    expect(unused).toEqual([]);
  });

  it('is taken unchanged, and what has no effect is said with its reason', () => {
    const { config, unused } = read(`${minimal}  step_limit: 250
  cost_limit: 3.
  mode: yolo
environment:
  cwd: /testbed
  timeout: 60
  interpreter: [bash, -c]
  env: { PAGER: cat, TQDM_DISABLE: 1 }
  forward_env: [OPENAI_API_KEY]
model:
  model_name: some/model
  model_kwargs: { drop_params: true, temperature: 0 }
run: { env_startup_command: x }
`);
    expect(config).toMatchObject({
      limits: { steps: 250, costUsd: 3 },
      commandSeconds: 60,
      env: { PAGER: 'cat', TQDM_DISABLE: '1' },
      params: { temperature: 0 },
    });
    expect(config.params).not.toHaveProperty('drop_params');
    expect(unused).toEqual([
      'agent.mode: there is nobody to confirm commands.',
      "environment.cwd: commands run in the instance's repository.",
      'environment.forward_env: no variable of this machine goes into a container.',
      'model.model_name: the model is chosen with the run.',
      'run: is not used here.',
    ]);
  });

  it.each([['model: { model_class: litellm_textbased }\n'], ['model: { action_regex: "<run>(.*?)</run>" }\n']])(
    'is in text mode by its class or its pattern: %j',
    (block) => {
      expect(read(minimal + block).config.mode).toBe('text');
    },
  );

  it.each([
    ['agent: [', "mine.yaml: This isn't YAML"],
    ['- a\n', 'a configuration of mini-swe-agent is a block'],
    ['agent: { system_template: x }\n', 'agent.instance_template must be there'],
    [`${minimal}  step_limit: many\n`, 'mine.yaml: agent.step_limit must be a number that is not below 0.'],
    [`${minimal}environment: { interpreter: bash }\n`, 'environment.interpreter must be a list of texts'],
    [`${minimal}model: { observation_template: "{% if %}" }\n`, 'mine.yaml: The template observation_template'],
    [`${minimal}model: { action_regex: "(" }\n`, 'mine.yaml: action_regex: this pattern'],
    [`${minimal}model: { model_kwargs: 3 }\n`, 'model.model_kwargs must be a block'],
  ])('%j says what is wrong and where', (text, words) => {
    expect(() => read(text)).toThrow(words);
  });

  it('runs', async () => {
    const { config } = read(`${minimal}model: { model_class: litellm_textbased }\n`);
    const { messages, ran } = await runLoop({
      config,
      replies: [
        { content: 'a' },
        { content: '```mswea_bash_command\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```' },
      ],
    });
    expect(messages[2]?.content).toBe('Please always provide EXACTLY ONE action in triple backticks, found 0 actions.');
    expect(ran).toHaveLength(1);
  });
});
