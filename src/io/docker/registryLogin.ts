import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { dockerFolder } from './dockerContext';

/** What the engine is given for one registry. Never printed, never stored. */
export interface RegistryLogin {
  readonly serveraddress: string;
  readonly username?: string;
  readonly password?: string;
  readonly identitytoken?: string;
}

const helperMs = 60_000;

interface DockerConfig {
  readonly auths?: Readonly<Record<string, unknown>>;
  readonly credHelpers?: Readonly<Record<string, unknown>>;
  readonly credsStore?: unknown;
}

const readConfig = async (file: string): Promise<DockerConfig> => {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** Docker Hub's entry has an old name. */
const addressOf = (registry: string): string => (registry === 'docker.io' ? 'https://index.docker.io/v1/' : registry);

/** `https://host/v1/` and `host` are the same registry; a path beyond the version isn't. */
const hostOf = (key: string): string => {
  const host = key.replace(/^https?:\/\//, '').replace(/\/(?:v[12]\/?)?$/, '');
  return /^(?:index\.|registry-1\.)?docker\.io$/.test(host) ? 'docker.io' : host;
};

const ofRegistry = (map: Readonly<Record<string, unknown>> | undefined, registry: string): unknown =>
  Object.entries(map ?? {}).find(([key]) => hostOf(key) === registry)?.[1];

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const fromEntry = (entry: unknown, serveraddress: string): RegistryLogin | null => {
  if (typeof entry !== 'object' || entry === null) return null;
  const { auth, identitytoken, username, password } = entry as Record<string, unknown>;
  const token = text(identitytoken);
  if (token !== undefined) return { serveraddress, identitytoken: token };
  const decoded = Buffer.from(text(auth) ?? '', 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const name = text(username) ?? (colon > 0 ? decoded.slice(0, colon) : undefined);
  const secret = text(password) ?? (colon > 0 ? decoded.slice(colon + 1).replace(/\0+$/, '') : undefined);
  return name === undefined || secret === undefined ? null : { serveraddress, username: name, password: secret };
};

/** `docker-credential-NAME get`: the address on its input, JSON on its output. Its words never reach a message. */
const fromHelper = async (
  name: string,
  serveraddress: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<RegistryLogin | null> => {
  if (!/^[A-Za-z0-9][\w.-]*$/.test(name)) return null;
  const asked = await execa(`docker-credential-${name}`, ['get'], {
    input: serveraddress,
    reject: false,
    timeout: helperMs,
    env,
    extendEnv: false,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  if (asked.exitCode !== 0) return null;
  try {
    const { Username, Secret } = JSON.parse(asked.stdout) as Record<string, unknown>;
    const secret = text(Secret);
    const username = text(Username);
    if (secret === undefined || username === undefined) return null;
    if (username === '<token>') return { serveraddress, identitytoken: secret };
    return { serveraddress, username, password: secret };
  } catch {
    return null;
  }
};

/**
 * The login of `docker login` for one registry (`docker.io`, `ghcr.io`, `localhost:5000`): its credential helper, the
 * common store, or the entry in config.json, in this order (`reference: docker login, Credential helpers`). Null where
 * nobody is logged in. It is given to the engine for this registry alone.
 */
export const registryLogin = async (
  registry: string,
  signal?: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegistryLogin | null> => {
  const config = await readConfig(path.join(dockerFolder(env), 'config.json'));
  const address = addressOf(registry);
  const helper = text(ofRegistry(config.credHelpers, registry)) ?? text(config.credsStore);
  const helped = helper === undefined ? null : await fromHelper(helper, address, env, signal);
  return helped ?? fromEntry(ofRegistry(config.auths, registry), address);
};

const secretsOf = ({ username, password, identitytoken }: RegistryLogin): readonly string[] => {
  const encoded = password === undefined ? undefined : Buffer.from(`${username}:${password}`).toString('base64');
  return [encoded, password, identitytoken].filter((secret) => secret !== undefined && secret !== '') as string[];
};

/** Words of an engine or a registry, without what was given in confidence. */
export const withoutSecrets = (words: string, login: RegistryLogin | null): string =>
  (login === null ? [] : secretsOf(login)).reduce((said, secret) => said.replaceAll(secret, '***'), words);
