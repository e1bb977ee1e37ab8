import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inSampleSandbox } from '../../scripts/recordTrajectories/sampleContainer';
import type { AttemptResult, AttemptSandbox } from '../../src/core/run/agent/attempt';
import { usualActionRegex } from '../../src/core/run/agent/loop/actionRegex';
import { loopAgent } from '../../src/core/run/agent/loop/loopAgent';
import type { LoopConfig } from '../../src/core/run/agent/loop/loopConfig';
import type { LoopMessage } from '../../src/core/run/agent/loop/loopMessages';
import { universalNewlines } from '../../src/core/run/agent/loop/pythonText';
import { loopPresets } from '../../src/core/run/agent/presets/loopPresets';
import type { ChatMessage } from '../../src/core/run/model/chat';
import { ModelFault } from '../../src/core/run/model/modelProvider';
import { blankInstance } from '../fakes/instances';
import { dockerAnswers } from './engines';
import { type OriginalRun, originalPython, runOriginal } from './originalMini';
import { withoutDeviations } from './parityDeviations';
import { costlyReplies, type ParityReply, textReplies, toolReplies } from './parityReplies';

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');
const base = 14;

const preset = loopPresets[0] as LoopConfig;

const configOf = (mode: 'tool' | 'text', limits: Partial<LoopConfig['limits']> = {}): LoopConfig => ({
  ...preset,
  mode,
  instanceTemplate: `${preset.instanceTemplate}\n{{system}} {{release}} {{machine}} {{n_model_calls}} {{model_cost}} {{cost_limit}}\n`,
  limits: { steps: 60, costUsd: 60, wallSeconds: 0, formatErrors: 3, ...limits },
  commandSeconds: 5,
});

const task = 'Mend <it> & "that": {{no template}} é😀';

const scenarioOf = (config: LoopConfig, replies: readonly object[]) => ({
  mode: config.mode,
  replies,
  task,
  agent: {
    system_template: config.systemTemplate,
    instance_template: config.instanceTemplate,
    step_limit: config.limits.steps,
    cost_limit: config.limits.costUsd,
    max_consecutive_format_errors: config.limits.formatErrors,
  },
  model: {
    model_name: 'scripted',
    observation_template: config.observationTemplate,
    format_error_template: config.formatErrorTemplate,
    ...(config.mode === 'text' ? { action_regex: usualActionRegex } : {}),
  },
});

interface OwnRun {
  readonly result: AttemptResult;
  readonly info: OriginalRun['info'];
  readonly messages: readonly LoopMessage[];
  readonly asked: readonly { readonly messages: readonly ChatMessage[]; readonly tools: unknown }[];
}

const runOurs = async (
  config: LoopConfig,
  replies: readonly (ParityReply | ModelFault)[],
  sandbox: AttemptSandbox,
): Promise<OwnRun> => {
  const agent = loopAgent(config);
  const asked: { messages: readonly ChatMessage[]; tools: unknown }[] = [];
  let text = '';
  const signal = new AbortController().signal;
  const instance = blankInstance('parity', { statement: task });
  const attempt = await agent.prepare(instance, signal);
  const result = await attempt.attempt(
    {
      instance,
      sandbox,
      limits: agent.limits,
      model: {
        id: 'scripted',
        name: 'scripted',
        ask: async (messages, tools) => {
          const response = replies[asked.length];
          asked.push({ messages, tools: tools.length === 0 ? null : tools });
          if (response === undefined || response instanceof ModelFault) throw response;
          return { response, usage: null, reportedCostUsd: null, costUsd: response.cost, costSource: 'computed' };
        },
      },
      now: () => Date.now() / 1000,
      keep: async ({ content }) => {
        text = String(content);
      },
      progress: () => undefined,
    },
    signal,
  );
  return { ...JSON.parse(text), result, asked };
};

const compare = (ours: OwnRun, original: OriginalRun): void => {
  expect(withoutDeviations(ours.messages)).toEqual(withoutDeviations(original.messages));
  expect(withoutDeviations(ours.asked.flatMap(({ messages }) => messages))).toEqual(
    withoutDeviations(original.asked.flatMap(({ messages }) => messages)),
  );
  expect(ours.asked.map(({ tools }) => tools)).toEqual(original.asked.map(({ tools }) => tools ?? null));
  expect(ours.info.exit_status).toBe(original.info.exit_status);
  expect(universalNewlines(ours.info.submission)).toBe(original.info.submission);
  expect(ours.info.model_stats.api_calls).toBe(original.info.model_stats.api_calls);
  expect(ours.info.model_stats.instance_cost).toBeCloseTo(original.info.model_stats.instance_cost, 10);
};

/** The same commands in a container of our own and in one that the original starts of the same image. */
const both = async (python: string, config: LoopConfig, replies: readonly ParityReply[]) =>
  inSampleSandbox(
    sample,
    base,
    { mounts: [], env: config.env, interpreter: config.interpreter },
    (sandbox, instance) => {
      const environment = {
        image: sandbox.image,
        cwd: '/testbed',
        env: config.env,
        timeout: config.commandSeconds,
        interpreter: config.interpreter,
        run_args: ['--rm', '--network', 'none', '-v', `${join(sample, 'spandrel.bundle')}:/spandrel.bundle:ro`],
      };
      const clone = 'git clone -q --no-checkout /spandrel.bundle /testbed && cd /testbed';
      const setup = `${clone} && git -c advice.detachedHead=false checkout -q ${instance.baseCommit}`;
      const scenario = { ...scenarioOf(config, replies), environment, setup };
      return Promise.all([runOurs(config, replies, sandbox), runOriginal(python, scenario)]);
    },
  );

const noSandbox = {
  image: null,
  testbed: '/',
  platform: { system: 'x', release: 'x', machine: 'x' },
} as unknown as AttemptSandbox;

describe.skipIf(!dockerAnswers || originalPython === null)(
  'mini-swe-agent 2.4.6 itself, given the same replies',
  () => {
    const python = originalPython ?? '';

    it('says and keeps the same of tool calls of every kind, and comes to the same patch', async () => {
      const [ours, original] = await both(python, configOf('tool'), toolReplies());
      compare(ours, original);
      expect(ours.result.patch).toBe(original.patch);
      expect(ours.result.submission).toContain('new\n+file');
    });

    it('says and keeps the same of fenced blocks of every kind, up to the third refusal in a row', async () => {
      const [ours, original] = await both(python, configOf('text'), textReplies());
      compare(ours, original);
      expect(ours.info.exit_status).toBe('RepeatedFormatError');
      expect(ours.result.patch).toBe(original.patch);
    });

    it('ends at the same call by cost, by turns, and by a key that is refused', async () => {
      const sandbox = { ...noSandbox, diff: async () => null };
      const same = async (limits: Partial<LoopConfig['limits']>, replies: readonly (ParityReply | ModelFault)[]) => {
        const config = { ...configOf('tool', { formatErrors: 0, ...limits }), instanceTemplate: '{{task}}' };
        const theirs = replies.map((one) =>
          one instanceof ModelFault ? { raise: 'AuthenticationError', words: one.message } : one,
        );
        const ours = await runOurs(config, replies, sandbox);
        compare(ours, await runOriginal(python, scenarioOf(config, theirs)));
        return ours.result.status;
      };
      expect(await same({ costUsd: 2 }, costlyReplies())).toBe('limit_cost');
      expect(await same({ steps: 2 }, costlyReplies())).toBe('limit_turns');
      const [first] = costlyReplies();
      const refused = new ModelFault('auth', 'The key is refused.');
      expect(await same({}, [first as ParityReply, refused])).toBe('api_error');
    });
  },
);
