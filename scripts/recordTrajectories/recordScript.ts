import { runMiniLoop } from './miniLoop';
import { formatErrorTemplate, type MiniMessage, observationTemplate } from './miniMessages';
import { filled, instanceTemplate, systemTemplate } from './prompts';
import type { Script } from './replies';
import { openSampleContainer, shellEnv } from './sampleContainer';
import { rounded, ScriptedClock, ScriptedModel } from './scriptedModel';

/** A trajectory in the form `mini-swe-agent-1.1`. */
export interface MiniTrajectory {
  readonly info: Readonly<Record<string, unknown>> & {
    readonly model_stats: { readonly instance_cost: number; readonly api_calls: number };
    readonly exit_status: string;
    readonly submission: string;
  };
  readonly messages: readonly MiniMessage[];
  readonly trajectory_format: 'mini-swe-agent-1.1';
  readonly instance_id: string;
}

const costLimit = 3;
const formatErrors = 3;

const configOf = (script: Script, image: string) => ({
  agent: {
    system_template: systemTemplate,
    instance_template: instanceTemplate,
    step_limit: script.steps,
    cost_limit: costLimit,
    max_consecutive_format_errors: formatErrors,
  },
  agent_type: 'touchstone.miniLoop',
  model: {
    model_name: script.model,
    model_kwargs: {},
    observation_template: observationTemplate,
    format_error_template: formatErrorTemplate,
  },
  model_type: 'touchstone.scriptedModel',
  environment: { image, cwd: '/testbed', env: shellEnv, timeout: script.timeout, interpreter: ['bash', '-c'] },
  environment_type: 'touchstone.session',
});

/** Runs a script in a fresh container of its instance and gives what happened; needs an engine. */
export const recordScript = async (sample: string, script: Script): Promise<MiniTrajectory> => {
  const container = await openSampleContainer(sample, script.pullRequest, script.timeout);
  try {
    const clock = new ScriptedClock(script.startedAt);
    const mark = `${script.model.replaceAll('-', '')}_${script.pullRequest}`;
    const model = new ScriptedModel(script.model, mark, script.replies, clock);
    const run = async (command: string) => {
      const result = await container.shell.run(command);
      clock.pass(model.current.seconds);
      return result;
    };
    const limits = { steps: script.steps, costUsd: costLimit, formatErrors };
    const statement = container.instance.statement ?? '';
    const prompts = [
      { role: 'system', content: systemTemplate },
      { role: 'user', content: filled(instanceTemplate, statement) },
    ];
    const result = await runMiniLoop(
      { model, shell: { run }, now: clock.now, interject: model.interject },
      limits,
      prompts,
    );
    return {
      info: {
        model_stats: { instance_cost: rounded(result.costUsd), api_calls: result.apiCalls },
        config: configOf(script, container.image),
        mini_version: '2.4.6',
        exit_status: result.exitStatus,
        submission: result.submission,
        ...(script.parent === null ? {} : { touchstone: { parent: script.parent } }),
      },
      messages: result.messages,
      trajectory_format: 'mini-swe-agent-1.1',
      instance_id: container.instance.id,
    };
  } finally {
    await container.close();
  }
};

/** The document's text: a message a line, so that what changed is seen in a diff. */
export const miniText = ({ info, messages, trajectory_format, instance_id }: MiniTrajectory): string =>
  `{"info":${JSON.stringify(info)},\n"messages":[\n${messages.map((message) => JSON.stringify(message)).join(',\n')}\n],\n` +
  `"trajectory_format":${JSON.stringify(trajectory_format)},"instance_id":${JSON.stringify(instance_id)}}\n`;
