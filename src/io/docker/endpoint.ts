import { existsSync } from 'node:fs';
import type { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import { homedir } from 'node:os';
import path from 'node:path';
import Docker from 'dockerode';
import { EnvironmentFault } from '../../core/shared/problem';
import { currentContext, dockerFolder, readTls, type TlsMaterial } from './dockerContext';
import { SshAgent } from './sshAgent';

export interface Endpoint {
  /** As said to people. */
  readonly address: string;
  readonly options: Docker.DockerOptions & { readonly agent?: HttpAgent };
}

const fromSocket = (address: string, socketPath: string): Endpoint => ({ address, options: { socketPath } });

const fromUnix = (socketPath: string): Endpoint => fromSocket(`unix://${socketPath}`, socketPath);

const fromPipe = (address: string): Endpoint => fromSocket(address, address.replace(/^npipe:/, ''));

/** Docker's ports: 2375 in the clear, 2376 with TLS. */
const fromTcp = (address: string, url: URL, tls: TlsMaterial | null): Endpoint => {
  const secure = tls !== null || url.protocol === 'https:';
  const usual = url.protocol === 'tcp:' ? (secure ? 2376 : 2375) : secure ? 443 : 80;
  const { verify = true, ...files } = tls ?? {};
  const agent = secure ? { agent: new Agent({ ...files, rejectUnauthorized: verify }) } : {};
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? usual : Number(url.port);
  return { address, options: { host, port, protocol: secure ? 'https' : 'http', ...agent } };
};

const fromSsh = (address: string, url: URL): Endpoint => {
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    user: url.username === '' ? null : decodeURIComponent(url.username),
    port: url.port === '' ? null : Number(url.port),
    socket: url.pathname === '' || url.pathname === '/' ? null : decodeURIComponent(url.pathname),
  };
  if (target.host === '' || target.host.startsWith('-') || target.user?.startsWith('-'))
    throw new EnvironmentFault('engine', `The engine's address "${address}" names no host.`);
  if (target.socket !== null && !/^[\w./-]+$/.test(target.socket))
    throw new EnvironmentFault('engine', `The socket in the engine's address "${address}" has letters ssh can't take.`);
  // The name that the HTTP head carries; where the bytes go is up to ssh.
  return { address, options: { host: 'docker', port: 80, protocol: 'http', agent: new SshAgent(target) } };
};

const withoutPassword = (url: URL): string => {
  const shown = new URL(url.href);
  shown.password = '';
  return shown.href;
};

const parse = (address: string, tls: TlsMaterial | null): Endpoint => {
  if (address.startsWith('/')) return fromUnix(address);
  if (address.startsWith('unix://')) return fromUnix(address.slice('unix://'.length));
  if (process.platform === 'win32' && address.startsWith('npipe:')) return fromPipe(address);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && url.password !== '')
    throw new EnvironmentFault(
      'engine',
      `${withoutPassword(url)} may hold no password: use TLS, or ssh with its keys.`,
    );
  if (url?.protocol === 'ssh:') return fromSsh(address, url);
  if (url !== null && ['tcp:', 'http:', 'https:'].includes(url.protocol) && url.hostname !== '')
    return fromTcp(address, url, tls);
  throw new EnvironmentFault('engine', `The engine's address "${address}" isn't unix://, tcp://, https:// or ssh://.`);
};

/** DOCKER_TLS_VERIFY, DOCKER_TLS and DOCKER_CERT_PATH, as the docker command reads them; null: no TLS. */
const environmentTls = (): TlsMaterial | null => {
  const verify = Boolean(process.env['DOCKER_TLS_VERIFY']);
  if (!verify && !process.env['DOCKER_TLS']) return null;
  return readTls(process.env['DOCKER_CERT_PATH'] || dockerFolder(), verify);
};

const usualSockets = (): string[] => {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const own = runtime ? [path.join(runtime, 'docker.sock'), path.join(runtime, 'podman', 'podman.sock')] : [];
  const desktop = path.join(homedir(), '.docker', 'run', 'docker.sock');
  return ['/var/run/docker.sock', desktop, ...own, '/run/podman/podman.sock'];
};

/**
 * Where the engine answers: the setting, DOCKER_HOST, the docker command's current context, the usual sockets, in this
 * order. TLS comes from the context's own files, else from DOCKER_TLS_VERIFY and DOCKER_CERT_PATH. Throws
 * EnvironmentFault for an address of a kind we can't speak to, and for a context that is not there.
 */
export const findEndpoint = (setting: string | null): Endpoint => {
  const chosen = setting || process.env['DOCKER_HOST'];
  if (chosen) return parse(chosen, environmentTls());
  const context = currentContext();
  if (context !== null) return parse(context.host, context.tls);
  if (process.platform === 'win32') return fromPipe('npipe:////./pipe/docker_engine');
  const [first = '/var/run/docker.sock', ...others] = usualSockets();
  return fromUnix([first, ...others].find((socket) => existsSync(socket)) ?? first);
};

/** The library's client for an endpoint. By itself it fills in from DOCKER_HOST what the options leave out. */
export const connect = ({ options }: Endpoint): Docker => {
  const said = process.env['DOCKER_HOST'];
  delete process.env['DOCKER_HOST'];
  try {
    return new Docker(options);
  } finally {
    if (said !== undefined) process.env['DOCKER_HOST'] = said;
  }
};
