import { callKindOf } from '../../../../../src/core/run/trajectory/callKind';
import type { Call, Observation, Step } from '../../../../../src/core/run/trajectory/step';

const madeAnswer = (known: Partial<Observation> = {}): Observation => ({
  callId: null,
  text: 'ok',
  shownChars: null,
  totalChars: null,
  exitCode: null,
  isError: null,
  timedOut: null,
  ...known,
});

export const madeCall = (name: string, args: unknown): Call => ({
  id: null,
  name,
  kind: callKindOf(name, args),
  args,
  rawArgs: typeof args === 'string' ? args : JSON.stringify(args),
  parseError: null,
});

export const madeStep = (idx: number, known: Partial<Step> = {}): Step => ({
  idx,
  agentId: 'main',
  parentStep: null,
  rawRefs: [],
  startedAt: null,
  endedAt: null,
  modelMs: null,
  environmentMs: null,
  role: 'agent',
  thought: '',
  reasoning: null,
  calls: [],
  observations: [],
  usage: null,
  costUsd: null,
  givenPatch: null,
  filesTouched: [],
  notices: [],
  ...known,
});

/** A step with one call and one answer. */
export const callStep = (idx: number, name: string, args: unknown, answer: Partial<Observation> = {}): Step =>
  madeStep(idx, { calls: [madeCall(name, args)], observations: [madeAnswer(answer)] });
