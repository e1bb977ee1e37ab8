import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { EnvironmentFault } from '../../core/shared/problem';

/** What proves who we are and who the engine is; PEM. */
export interface TlsMaterial {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  /** False: whoever answers is believed. */
  readonly verify: boolean;
}

/** Where the docker command's current context points. */
export interface ContextEndpoint {
  readonly name: string;
  readonly host: string;
  readonly tls: TlsMaterial | null;
}

/** Where the docker command keeps its settings and logins. */
export const dockerFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  env['DOCKER_CONFIG'] ?? path.join(homedir(), '.docker');

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const readPem = (folder: string, name: string): Buffer | null => {
  try {
    return readFileSync(path.join(folder, `${name}.pem`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new EnvironmentFault('engine', `${path.join(folder, `${name}.pem`)} can't be read: ${String(error)}`);
  }
};

/** The files ca.pem, cert.pem and key.pem of a folder, as far as they are there. */
export const readTls = (folder: string, verify: boolean): TlsMaterial => {
  const found = (['ca', 'cert', 'key'] as const).map((name) => [name, readPem(folder, name)] as const);
  const files: Partial<Record<'ca' | 'cert' | 'key', Buffer>> = Object.fromEntries(
    found.filter(([, bytes]) => bytes !== null),
  );
  if ((files.cert === undefined) !== (files.key === undefined))
    throw new EnvironmentFault('engine', `${folder} has one of cert.pem and key.pem: TLS needs both, or none.`);
  return { ...files, verify };
};

const hasTls = ({ ca, cert }: TlsMaterial): boolean => ca !== undefined || cert !== undefined;

/**
 * The endpoint of the context that DOCKER_CONTEXT or `docker context use` chose; null for the default one
 * (`reference: docker/cli, cli/context/store`: folders are named by the SHA-256 of the context's name). Throws
 * EnvironmentFault where the context is not there.
 */
export const currentContext = (): ContextEndpoint | null => {
  const folder = dockerFolder();
  const config = readJson(path.join(folder, 'config.json')) as { readonly currentContext?: unknown } | null;
  const name = process.env['DOCKER_CONTEXT'] || config?.currentContext;
  if (typeof name !== 'string' || name === '' || name === 'default') return null;
  const id = createHash('sha256').update(name).digest('hex');
  const meta = readJson(path.join(folder, 'contexts', 'meta', id, 'meta.json')) as {
    readonly Endpoints?: { readonly docker?: { readonly Host?: unknown; readonly SkipTLSVerify?: unknown } };
  } | null;
  const docker = meta?.Endpoints?.docker;
  if (typeof docker?.Host !== 'string')
    throw new EnvironmentFault(
      'engine',
      `The docker context "${name}" isn't there, or names no engine; see \`docker context ls\`.`,
    );
  const tls = readTls(path.join(folder, 'contexts', 'tls', id, 'docker'), docker.SkipTLSVerify !== true);
  return { name, host: docker.Host, tls: hasTls(tls) || !tls.verify ? tls : null };
};
