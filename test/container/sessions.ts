import { defaultLimits } from '../../src/core/run/container/limits';
import type { Session, SessionSpec, Step, StepEnd, StepSpec } from '../../src/core/run/container/session';
import { shellImage } from '../fakes/evaluationProject';

export const sessionSpec = (changes: Partial<SessionSpec> = {}): SessionSpec => ({
  labels: { 'dev.touchstone.run': `session-test-${process.pid}` },
  image: shellImage,
  env: {},
  workdir: '/work space',
  user: null,
  limits: { ...defaultLimits, memoryBytes: 512 * 1024 ** 2 },
  mounts: [],
  ttlMs: 300_000,
  ...changes,
});

export const stepSpec = (command: readonly string[] | string, changes: Partial<StepSpec> = {}): StepSpec => ({
  command: typeof command === 'string' ? ['bash', '-c', command] : command,
  cwd: null,
  env: {},
  user: null,
  input: null,
  timeoutMs: 60_000,
  ...changes,
});

export interface StepResult extends StepEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/** Reads a command to its end. */
export const readStep = async (step: Step): Promise<StepResult> => {
  const out: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  for await (const { stream, bytes } of step.output) out[stream].push(bytes);
  const text = (parts: Uint8Array[]) => Buffer.concat(parts).toString('latin1');
  return { ...(await step.wait()), stdout: text(out.stdout), stderr: text(out.stderr) };
};

/** A command that is a text is run by bash. */
export const runStep = async (
  session: Session,
  command: readonly string[] | string,
  changes: Partial<StepSpec> = {},
): Promise<StepResult> => readStep(await session.start(stepSpec(command, changes)));
