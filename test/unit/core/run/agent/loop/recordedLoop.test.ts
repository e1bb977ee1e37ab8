import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AttemptSandbox } from '../../../../../../src/core/run/agent/attempt';
import type { LoopConfig } from '../../../../../../src/core/run/agent/loop/loopConfig';
import { settingsOf } from '../../../../../../src/core/run/agent/loop/loopTrajectory';
import { readLoopConfig } from '../../../../../../src/core/run/agent/loop/readLoopConfig';
import { recordedLoop } from '../../../../../../src/core/run/agent/loop/recordedLoop';
import { loopPresets } from '../../../../../../src/core/run/agent/presets/loopPresets';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..', '..');
const yaml = readFileSync(join(root, 'samples', 'quickstart', 'loop.yaml'), 'utf8');
const { config: own } = readLoopConfig(yaml, 'loop.yaml', 'loop');
const [mini, ...further] = loopPresets;
if (mini === undefined) throw new Error('There is no loop.');

const sandbox = { image: 'i', testbed: '/testbed' } as AttemptSandbox;
const infoOf = (config: LoopConfig, limits = config.limits) => ({
  config: settingsOf(config, limits, { id: 'm', name: 'm' }, sandbox),
});
const taken = (info: unknown, isContained = true): Partial<LoopConfig> => {
  const found = recordedLoop(info, mini, isContained);
  return found !== null && 'config' in found ? found.config : {};
};
/** Its own loop with a part that is other. */
const spoilt = (part: 'agent' | 'model' | 'environment', fields: object) => {
  const { config } = infoOf(own);
  return { config: { ...config, [part]: { ...config[part], ...fields } } };
};

describe('the loop of a run that a fork goes on from', () => {
  it.each([mini, ...further])('is the one that ships, by its record: $id', (preset) => {
    expect(taken(infoOf(preset))).toBe(preset);
  });

  it("is a person's own, with its templates, limits and time a command", () => {
    const { id: _, title: __, ...config } = own;
    expect(taken(infoOf(own))).toMatchObject(config);
  });

  it('has the limits of one run, also where the parent was a fork itself', () => {
    const info = infoOf(own, { ...own.limits, steps: own.limits.steps + 7, costUsd: own.limits.costUsd + 1 });
    const parent = { file: 'p', step: 3, calls: 7, costUsd: 1 };
    expect(taken({ ...info, touchstone: { parent } }).limits).toEqual(own.limits);
  });

  it('is that of mini-swe-agent 1, whose templates stand elsewhere', () => {
    const agent = {
      ...{
        system_template: 'You work.',
        instance_template: 'Do {{task}}',
        format_error_template: 'One, not {{actions}}',
      },
      ...{ action_observation_template: 'Gave: {{output.output}}', step_limit: 0, cost_limit: 1 },
    };
    expect(taken({ config: { agent } })).toMatchObject({
      ...{ mode: 'text', observationTemplate: 'Gave: {{output.output}}', formatErrorTemplate: 'One, not {{actions}}' },
      limits: { steps: mini.limits.steps, costUsd: 1 },
    });
  });

  it('is not known of a run that kept none', () => {
    for (const info of [null, {}, { config: { agent: { step_limit: 5 } } }, { config: 3 }])
      expect(recordedLoop(info, mini, true)).toBeNull();
  });

  it('is not taken where a file could hold up everything by it, or it can not be read; the reason is said', () => {
    const lacks = [
      spoilt('model', { observation_template: '{% for i in range(9) %}{{ output.output }}{% endfor %}' }),
      spoilt('model', { action_regex: '(a+)+$' }),
      spoilt('model', { observation_template: '{{ output.output' }),
      spoilt('environment', { interpreter: 'bash' }),
      spoilt('agent', { step_limit: 'many' }),
    ].map((info) => recordedLoop(info, mini, true));
    expect(lacks).toEqual([
      { lack: 'one of its templates repeats something' },
      { lack: 'it finds commands by a pattern of its own' },
      { lack: expect.stringContaining('its record: ') },
      { lack: expect.stringContaining('environment.interpreter must be a list') },
      { lack: expect.stringContaining('agent.step_limit must be a number') },
    ]);
  });

  it('takes no limit away, hands the provider nothing unseen, and is no interpreter outside of a sandbox', () => {
    expect(taken(spoilt('agent', { step_limit: 0, cost_limit: 0 })).limits).toMatchObject({
      ...{ steps: mini.limits.steps, costUsd: mini.limits.costUsd },
    });
    const model_kwargs = { temperature: 0, api_base: 'https://elsewhere.example', tools: [{}], web_search_options: {} };
    expect(taken(spoilt('model', { model_kwargs })).params).toEqual({ temperature: 0 });
    const environment = { interpreter: ['python3', '-c', 'evil'], env: { BASH_ENV: '/tmp/evil' } };
    expect(taken(spoilt('environment', environment))).toMatchObject({ interpreter: environment.interpreter });
    expect(taken(spoilt('environment', environment), false)).toMatchObject({
      ...{ interpreter: mini.interpreter, env: mini.env },
    });
  });
});
