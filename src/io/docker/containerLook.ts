import type Docker from 'dockerode';
import { engineWords, statusOf } from './faults';
import { engineTime } from './foundContainers';

/** What the engine says of a container's main process. */
export interface ContainerState {
  readonly running: boolean;
  /** Somebody holds it (`docker pause`); its own clock stands still meanwhile, ours does not. */
  readonly paused: boolean;
  readonly exitCode: number | null;
  readonly oomKilled: boolean;
  /** RFC 3339, by the engine's own clock; `finishedAt` is null while it runs. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export type Look =
  | { readonly kind: 'state'; readonly state: ContainerState }
  | { readonly kind: 'gone' | 'unreachable'; readonly why: string };

const lookMs = 20_000;

const stateOf = (said: Docker.ContainerInspectInfo['State']): ContainerState => ({
  running: said.Running,
  paused: said.Paused,
  exitCode: said.Running ? null : said.ExitCode,
  oomKilled: said.OOMKilled,
  startedAt: engineTime(said.StartedAt),
  finishedAt: said.Running ? null : engineTime(said.FinishedAt),
});

export const lookAt = async (container: Docker.Container): Promise<Look> => {
  try {
    const { State } = await container.inspect({ abortSignal: AbortSignal.timeout(lookMs) });
    if (State.Status === 'removing' || State.Dead) return { kind: 'gone', why: 'the container was removed by hand' };
    if (State.Status === 'created') return { kind: 'gone', why: 'it was created and never started' };
    return { kind: 'state', state: stateOf(State) };
  } catch (error) {
    if (statusOf(error) === 404) return { kind: 'gone', why: 'the engine no longer knows the container' };
    return { kind: 'unreachable', why: engineWords(error) };
  }
};

/** Wall-clock milliseconds that the main process ran, by the engine's own clock; null where it does not say. */
export const ranMs = ({ startedAt, finishedAt }: ContainerState): number | null => {
  if (startedAt === null || finishedAt === null) return null;
  const ms = Date.parse(finishedAt) - Date.parse(startedAt);
  return ms >= 0 ? ms : null;
};

/** What the container wrote so far, in bytes; 0 where the engine can't say. */
export const writtenBytes = async (container: Docker.Container): Promise<number> => {
  const options: Docker.ContainerInspectOptions & { size: true } = {
    size: true,
    abortSignal: AbortSignal.timeout(lookMs),
  };
  const seen = await container.inspect(options).catch(() => null);
  return (seen as { readonly SizeRw?: number } | null)?.SizeRw ?? 0;
};

export const killQuietly = async (container: Docker.Container): Promise<void> => {
  await container.kill({ abortSignal: AbortSignal.timeout(lookMs) }).catch(() => undefined);
};
