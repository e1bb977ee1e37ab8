import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type Docker from 'dockerode';
import { EnvironmentFault } from '../../core/shared/problem';

export interface Endpoint {
  /** As said to people. */
  readonly address: string;
  readonly options: Docker.DockerOptions;
}

const fromUnix = (socketPath: string): Endpoint => ({ address: `unix://${socketPath}`, options: { socketPath } });

const parse = (address: string): Endpoint => {
  if (address.startsWith('/')) return fromUnix(address);
  if (address.startsWith('unix://')) return fromUnix(address.slice('unix://'.length));
  const url = URL.canParse(address) ? new URL(address) : null;
  const protocols: Readonly<Record<string, 'http' | 'https' | 'ssh'>> = {
    'tcp:': process.env['DOCKER_TLS_VERIFY'] ? 'https' : 'http',
    'http:': 'http',
    'https:': 'https',
    'ssh:': 'ssh',
  };
  const protocol = url === null ? undefined : protocols[url.protocol];
  if (url === null || protocol === undefined)
    throw new EnvironmentFault(
      'engine',
      `The engine's address "${address}" isn't unix://, tcp://, https:// or ssh://.`,
    );
  const port = url.port === '' ? undefined : Number(url.port);
  const user = url.username === '' ? {} : { username: decodeURIComponent(url.username) };
  return { address, options: { host: url.hostname, protocol, ...(port === undefined ? {} : { port }), ...user } };
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** The endpoint of the context that `docker context use` chose; null for the default one. */
const fromContext = (): string | null => {
  const folder = process.env['DOCKER_CONFIG'] ?? path.join(homedir(), '.docker');
  const config = readJson(path.join(folder, 'config.json')) as { currentContext?: unknown } | null;
  const name = process.env['DOCKER_CONTEXT'] ?? config?.currentContext;
  if (typeof name !== 'string' || name === 'default') return null;
  const id = createHash('sha256').update(name).digest('hex');
  const meta = readJson(path.join(folder, 'contexts', 'meta', id, 'meta.json')) as {
    Endpoints?: { docker?: { Host?: unknown } };
  } | null;
  const host = meta?.Endpoints?.docker?.Host;
  return typeof host === 'string' ? host : null;
};

const usualSockets = (): string[] => [
  '/var/run/docker.sock',
  path.join(homedir(), '.docker', 'run', 'docker.sock'),
  ...(process.env['XDG_RUNTIME_DIR'] ? [path.join(process.env['XDG_RUNTIME_DIR'], 'podman', 'podman.sock')] : []),
];

/**
 * Where the engine answers: the setting, DOCKER_HOST, the docker command's current context, the usual sockets, in this
 * order. Throws EnvironmentFault for an address of a kind we can't speak to.
 */
export const findEndpoint = (setting: string | null): Endpoint => {
  const chosen = setting ?? process.env['DOCKER_HOST'] ?? fromContext();
  if (chosen) return process.platform === 'win32' && chosen.startsWith('npipe:') ? fromPipe(chosen) : parse(chosen);
  if (process.platform === 'win32') return fromPipe('npipe:////./pipe/docker_engine');
  const [first = '/var/run/docker.sock', ...others] = usualSockets();
  return fromUnix([first, ...others].find((socket) => existsSync(socket)) ?? first);
};

const fromPipe = (address: string): Endpoint => ({ address, options: { socketPath: address.replace(/^npipe:/, '') } });
