import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopConfig } from '../../src/core/run/agent/loop/loopConfig';
import { readLoopConfig } from '../../src/core/run/agent/loop/readLoopConfig';
import { Template } from '../../src/core/run/agent/loop/template';
import type { Script } from './replies';

/** The loop by which the sample's runs were made; it ships with the sample, so that its records can be replayed. */
export const sampleLoop = (sample: string, { steps, timeout }: Pick<Script, 'steps' | 'timeout'>): LoopConfig => {
  const file = join(sample, 'loop.yaml');
  const { config } = readLoopConfig(readFileSync(file, 'utf8'), file, 'mini');
  return { ...config, limits: { ...config.limits, steps }, commandSeconds: timeout };
};

/** What the sample's loop shows of a command's result. */
export const sampleObservation = ({ observationTemplate }: LoopConfig): Template =>
  Template.read('observation_template', observationTemplate);
