import { loopAgent } from '../../src/core/run/agent/loop/loopAgent';
import type { LoopConfig, LoopStart } from '../../src/core/run/agent/loop/loopConfig';
import type { LoopMessage } from '../../src/core/run/agent/loop/loopMessages';
import { loopText } from '../../src/core/run/agent/loop/loopTrajectory';
import { filled } from './prompts';
import type { Script } from './replies';
import { inSampleSandbox } from './sampleContainer';
import { sampleLoop } from './sampleSettings';
import { ScriptedClock, ScriptedModel } from './scriptedModel';

/** A trajectory in the form `mini-swe-agent-1.1`. */
export interface MiniTrajectory {
  readonly info: Readonly<Record<string, unknown>> & {
    readonly model_stats: { readonly instance_cost: number; readonly api_calls: number };
    readonly exit_status: string;
    readonly submission: string;
  };
  readonly messages: readonly LoopMessage[];
  readonly trajectory_format: 'mini-swe-agent-1.1';
  readonly instance_id: string;
}

/** What comes of a script: the trajectory as the loop wrote it, and the record of the model's calls. */
export interface Recording {
  readonly instanceId: string;
  readonly text: string;
  readonly record: string;
}

/** Where a branch begins: the scripts tell all of it, so what is taken over is the prompts alone. */
const startOf = ({ parent }: Script, config: LoopConfig, statement: string): LoopStart | undefined => {
  if (parent === null) return undefined;
  const messages = [
    { role: 'system', content: config.systemTemplate },
    { role: 'user', content: filled(config.instanceTemplate, statement) },
  ];
  return { messages, calls: 0, costUsd: 0, parent };
};

/** Runs a script by the product's loop in a fresh container of its instance; needs an engine. */
export const recordScript = async (sample: string, script: Script): Promise<Recording> => {
  const config = sampleLoop(sample, script);
  const prepared = { mounts: [], env: config.env, interpreter: config.interpreter };
  return inSampleSandbox(sample, script.pullRequest, prepared, async (sandbox, instance) => {
    const clock = new ScriptedClock(script.startedAt);
    const mark = `${script.model.replaceAll('-', '')}_${script.pullRequest}`;
    const model = new ScriptedModel(script.model, mark, script.replies, clock);
    const run: typeof sandbox.run = async (...command) => {
      const result = await sandbox.run(...command);
      clock.pass(model.current.seconds);
      return result;
    };
    const kept = new Map<string, string>();
    const signal = new AbortController().signal;
    const agent = loopAgent(config, startOf(script, config, instance.statement ?? ''));
    const attempt = await agent.prepare(instance, signal);
    const ports = {
      instance,
      sandbox: { ...sandbox, run },
      model,
      limits: agent.limits,
      now: clock.now,
      keep: async ({ name, content }: { readonly name: string; readonly content: string | Uint8Array }) =>
        void kept.set(name, String(content)),
      progress: () => undefined,
      interject: model.interject,
    };
    await attempt.attempt(ports, signal);
    const text = kept.get(`${instance.id}.traj.json`) ?? '';
    return { instanceId: instance.id, text, record: model.record() };
  });
};

/** A trajectory's text, as the loop writes it. */
export const miniText = ({ info, messages, instance_id }: MiniTrajectory): string =>
  loopText(
    info,
    messages.map((message) => JSON.stringify(message)),
    instance_id,
  );
