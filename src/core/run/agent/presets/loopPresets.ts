import { usualActionRegex } from '../loop/actionRegex';
import type { LoopConfig } from '../loop/loopConfig';
import {
  presetEnv,
  presetFormatError,
  presetInstance,
  presetObservation,
  presetSystem,
  quickInstance,
} from './presetTemplates';

const shared = {
  mode: 'tool',
  systemTemplate: presetSystem,
  instanceTemplate: presetInstance,
  observationTemplate: presetObservation,
  formatErrorTemplate: presetFormatError,
  actionRegex: usualActionRegex,
  env: presetEnv,
  interpreter: ['bash', '-c'],
  params: {},
} as const;

const mini: LoopConfig = {
  ...shared,
  id: 'mini',
  title: 'mini-swe-agent: 250 calls, 3 dollars, 60 seconds a command',
  limits: { steps: 250, costUsd: 3, wallSeconds: 0, formatErrors: 3 },
  commandSeconds: 60,
};

/** SWE-Compass, appendix A.4 (`reference/trajectories.md` C): 150 turns, 600 s a step, no network, one attempt. */
const sweCompass: LoopConfig = {
  ...shared,
  id: 'swe-compass',
  title: 'SWE-Compass: 150 calls, 600 seconds a command, no network, one attempt',
  limits: { steps: 150, costUsd: 0, wallSeconds: 0, formatErrors: 3 },
  commandSeconds: 600,
};

const quick: LoopConfig = {
  ...shared,
  id: 'quick',
  title: 'Quick look: 30 calls, half a dollar, 10 minutes',
  instanceTemplate: quickInstance,
  limits: { steps: 30, costUsd: 0.5, wallSeconds: 600, formatErrors: 3 },
  commandSeconds: 60,
};

/** The loops that ship. Sandboxes have no network whichever is taken. */
export const loopPresets: readonly LoopConfig[] = [mini, sweCompass, quick];
