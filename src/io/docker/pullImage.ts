import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { ImageHooks } from '../../core/run/container/engine';
import { engineWords, isUnreachable } from './faults';
import type { ImageName } from './imageName';
import { readProgress } from './progressStream';
import { pullFailure, pullFault } from './pullFault';
import { PullProgress } from './pullProgress';
import { type RegistryLogin, registryLogin, withoutSecrets } from './registryLogin';

/** How patient a pull is; tests are less so. Milliseconds. */
export interface PullPatience {
  readonly wholeMs: number;
  readonly quietMs: number;
  /** Time before each further try. */
  readonly waits: readonly number[];
}

const usual: PullPatience = { wholeMs: 30 * 60_000, quietMs: 2 * 60_000, waits: [2000, 8000, 30_000] };

/** A registry that says "in a minute" is waited for; one that says "in an hour" is not. */
const longestWaitMs = 60_000;

export interface PullRequest {
  readonly name: ImageName;
  /** `os/arch[/variant]`; null: the engine's own. */
  readonly platform: string | null;
}

/** One try. Null where it went well, else what was said. Throws where the engine itself is gone, or it was cancelled. */
const tryOnce = async (
  docker: Docker,
  { name, platform }: PullRequest,
  login: RegistryLogin | null,
  progress: PullProgress,
  patience: PullPatience,
  signal: AbortSignal,
): Promise<string | null> => {
  const quiet = new AbortController();
  const arm = () => setTimeout(() => quiet.abort(), patience.quietMs);
  let timer = arm();
  try {
    const stream = await docker.pull(name.reference, {
      abortSignal: AbortSignal.any([quiet.signal, signal]),
      ...(platform === null ? {} : { platform }),
      ...(login === null ? {} : { authconfig: { ...login } }),
    });
    return await readProgress(stream as AsyncIterable<Uint8Array>, (message) => {
      clearTimeout(timer);
      timer = arm();
      progress.take(message);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (quiet.signal.aborted) return `time-out: nothing came for ${patience.quietMs / 60_000} minutes`;
    if (isUnreachable(error)) throw error;
    return engineWords(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Milliseconds to wait before the next try; null where another try would end alike. */
const waitBefore = (words: string, tries: number, patience: PullPatience): number | null => {
  const failure = pullFailure(words);
  const wait = patience.waits[tries];
  if (wait === undefined) return null;
  if (failure.kind === 'passing') return wait;
  if (failure.kind !== 'limited' || failure.waitMs === null || failure.waitMs > longestWaitMs) return null;
  return Math.max(failure.waitMs, 1000);
};

const untilItIsThere = async (
  docker: Docker,
  request: PullRequest,
  login: RegistryLogin | null,
  hooks: ImageHooks,
  patience: PullPatience,
  signal: AbortSignal,
): Promise<void> => {
  const { name, platform } = request;
  const progress = new PullProgress((text) => hooks.onProgress(`Pulling ${name.reference}: ${text}`));
  for (let tries = 0; ; tries += 1) {
    const said = await tryOnce(docker, request, login, progress, patience, signal);
    if (said === null) return;
    const words = withoutSecrets(said, login);
    const wait = waitBefore(words, tries, patience);
    if (wait === null) throw pullFault(name, words, platform, login !== null);
    hooks.onProgress(`Pulling ${name.reference}: ${words}; again in ${Math.ceil(wait / 1000)} s`);
    await sleep(wait, undefined, { signal });
  }
};

/**
 * Pulls one image with the login of its registry, if there is one. What may pass by itself (network, 5xx) is tried
 * again after 2, 8 and 30 seconds. Ended after 30 minutes in all, a try after 2 without any progress. Throws
 * EnvironmentFault with the way out; a cancelled one throws the signal's reason.
 */
export const pullImage = async (
  docker: Docker,
  request: PullRequest,
  hooks: ImageHooks,
  signal?: AbortSignal,
  patience: PullPatience = usual,
): Promise<void> => {
  const whole = AbortSignal.timeout(patience.wholeMs);
  const limit = signal === undefined ? whole : AbortSignal.any([signal, whole]);
  try {
    const login = await registryLogin(request.name.registry, limit);
    await untilItIsThere(docker, request, login, hooks, patience, limit);
  } catch (error) {
    signal?.throwIfAborted();
    if (!whole.aborted) throw error;
    const words = `time-out: not there after ${patience.wholeMs / 60_000} minutes`;
    throw pullFault(request.name, words, request.platform, false);
  }
};
