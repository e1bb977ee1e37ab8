import type Docker from 'dockerode';
import { EnvironmentFault } from '../../core/shared/problem';
import { type ContextEntry, contextArchive } from './buildContext';
import { BuildLog } from './buildLog';
import { engineWords, isUnreachable } from './faults';
import type { ImageName } from './imageName';
import { readProgress } from './progressStream';

/** A whole build may take so long, and be silent for so long. */
const buildMs = 2 * 60 * 60_000;
const quietMs = 30 * 60_000;

/** All that one build needs. */
export interface BuildOrder {
  readonly name: ImageName;
  readonly entries: readonly ContextEntry[];
  /** Path of the Dockerfile in the context. */
  readonly dockerfile: string;
  /** What its instructions are called; empty: by their own text. */
  readonly steps: readonly string[];
  readonly platform: string | null;
  readonly network: boolean;
  readonly labels: Readonly<Record<string, string>>;
  /** Where the log is kept. */
  readonly logFile: string;
}

const needsBuildKit =
  /buildkit|unknown flag: (?:mount|chmod|link|parents|exclude)|unknown instruction: <<|dockerfile parse error.*<</i;

const hint = (words: string, order: BuildOrder): string => {
  if (needsBuildKit.test(words))
    return ' It needs BuildKit, which is not spoken here: build it by `docker build` and name it in touchstone.images.';
  if (/no space left/i.test(words)) return ' The disk is full; `touchstone doctor --clean --images` frees some.';
  if (!order.network && /resolve|network|connect|temporary failure/i.test(words))
    return ' The build has no network: `build.network` is false.';
  return '';
};

const buildFault = (order: BuildOrder, log: BuildLog, words: string): EnvironmentFault => {
  const step = log.step(order.steps);
  const last = log.lastLines;
  const code = /returned a non-zero code: (\d+)|exit (?:status|code):? (\d+)/i.exec(words)?.slice(1).find(Boolean);
  const ended = step === null ? words : code === undefined ? `${step}: ${words}` : `${step}, ended with ${code}`;
  const lines = last.length === 0 ? '' : `\n  ${last.join('\n  ')}\n`;
  const help = hint(`${words}\n${last.join('\n')}`, order);
  return new EnvironmentFault(
    /no space left/i.test(words) ? 'disk' : 'image',
    `The image ${order.name.reference} could not be built: ${ended}.${help}${lines} The whole log: ${log.path}`,
  );
};

const optionsOf = (order: BuildOrder, abortSignal: AbortSignal): Docker.ImageBuildOptions => ({
  t: order.name.reference,
  dockerfile: order.dockerfile,
  labels: { ...order.labels },
  rm: true,
  forcerm: true,
  // What it stands on was prepared before, with its own question and messages.
  pull: false,
  ...(order.network ? {} : { networkmode: 'none' }),
  ...(order.platform === null ? {} : { platform: order.platform }),
  abortSignal,
});

/**
 * Builds one image by the engine's classic builder. Its log is kept; a failure names the step and its last lines.
 * Ended after 2 hours, or after 30 minutes without a word. Throws EnvironmentFault('image'); a cancelled one throws
 * the signal's reason. What was done so far stays as a layer without a name, from which the next build goes on;
 * `onLeft` is told.
 */
export const buildImage = async (
  docker: Docker,
  order: BuildOrder,
  hooks: { onProgress(text: string): void; onLeft(layer: string): Promise<void> },
  signal?: AbortSignal,
): Promise<void> => {
  const quiet = new AbortController();
  const whole = AbortSignal.timeout(buildMs);
  const arm = () => setTimeout(() => quiet.abort(), quietMs);
  let timer = arm();
  const log = await BuildLog.begin(order.logFile);
  try {
    const limit = AbortSignal.any([quiet.signal, whole, ...(signal ? [signal] : [])]);
    const stream = await docker.buildImage(contextArchive(order.entries) as never, optionsOf(order, limit));
    const error = await readProgress(stream as unknown as AsyncIterable<Uint8Array>, (message) => {
      clearTimeout(timer);
      timer = arm();
      const step = log.take(message);
      if (step !== null) hooks.onProgress(`Building ${order.name.reference}: ${step}, ${log.stepWords(order.steps)}`);
    });
    if (error !== null) throw buildFault(order, log, error);
  } catch (error) {
    if (log.layer !== null) await hooks.onLeft(log.layer);
    signal?.throwIfAborted();
    if (error instanceof EnvironmentFault) throw error;
    if (quiet.signal.aborted || whole.aborted)
      throw buildFault(order, log, `it said nothing for ${quietMs / 60_000} minutes, or took over 2 hours`);
    if (isUnreachable(error)) throw error;
    throw buildFault(order, log, engineWords(error));
  } finally {
    clearTimeout(timer);
    await log.end();
  }
};
