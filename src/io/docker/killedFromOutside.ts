import type Docker from 'dockerode';
import type { ContainerState } from './containerLook';

/** 128 + SIGKILL and 128 + SIGTERM: nothing in the container can do that to its first process (pid_namespaces(7)). */
export const outsideCodes: ReadonlySet<number> = new Set([137, 143]);

interface EngineEvent {
  readonly Action?: unknown;
  readonly Actor?: { readonly Attributes?: Readonly<Record<string, unknown>> };
}

const eventsMs = 5_000;

const parseLines = (text: string): EngineEvent[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as EngineEvent];
    } catch {
      return [];
    }
  });

const seconds = (time: string, later = 0): number => (Date.parse(time) + later) / 1000;

/** What the engine noted of a container between its start and its end; it keeps the last 256 events until it restarts. */
const eventsOf = async (docker: Docker, id: string, state: ContainerState): Promise<readonly EngineEvent[]> => {
  if (state.startedAt === null || state.finishedAt === null) return [];
  const stream = await docker.getEvents({
    since: seconds(state.startedAt),
    until: seconds(state.finishedAt, 500),
    filters: { container: [id], event: ['kill', 'oom'] },
    abortSignal: AbortSignal.timeout(eventsMs),
  });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return parseLines(Buffer.concat(parts).toString('utf8'));
};

/** Why a container's main process was killed where neither we did it nor the engine's state names memory. */
export const whoKilled = async (
  docker: Docker,
  id: string,
  state: ContainerState,
): Promise<{ readonly kind: 'oom' | 'infrastructure'; readonly evidence: string }> => {
  const events = await eventsOf(docker, id, state).catch(() => []);
  if (events.some(({ Action }) => Action === 'oom'))
    return { kind: 'oom', evidence: 'the engine noted that memory ran out' };
  const kill = events.find(({ Action }) => Action === 'kill');
  const evidence =
    kill === undefined
      ? 'it was killed from outside and not by us; the engine, which may have been restarted, names no reason'
      : `it was killed from outside with signal ${String(kill.Actor?.Attributes?.['signal'])}, by hand or as the engine was restarted`;
  return { kind: 'infrastructure', evidence };
};
