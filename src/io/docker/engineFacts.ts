import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type Docker from 'dockerode';
import type { EngineFacts } from '../../core/run/container/engineFacts';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The data root is a path of the engine's machine: it says something here only if that is this one. */
const freeAt = async (dataRoot: string | null, machine: string | null): Promise<number | null> => {
  if (dataRoot === null || machine !== hostname()) return null;
  try {
    const { bavail, bsize } = await statfs(dataRoot);
    return bavail * bsize;
  } catch {
    return null;
  }
};

const productOf = (version: unknown): string => {
  const { Components, Platform } = version as {
    readonly Components?: readonly { readonly Name?: string }[];
    readonly Platform?: { readonly Name?: string };
  };
  const engine = Components?.find(({ Name }) => /podman/i.test(Name ?? ''));
  return engine?.Name ?? text(Platform?.Name) ?? 'Docker Engine';
};

/** Asks an engine what it is. Throws what the library throws where none answers. */
export const engineFacts = async (docker: Docker): Promise<EngineFacts> => {
  const [info, version] = await Promise.all([docker.info() as Promise<Record<string, unknown>>, docker.version()]);
  const dataRoot = text(info['DockerRootDir']);
  const machine = text(info['Name']);
  const cgroup = [text(info['CgroupVersion']), text(info['CgroupDriver'])].filter((part) => part !== null).join(', ');
  const security = Array.isArray(info['SecurityOptions']) ? info['SecurityOptions'].map(String) : [];
  return {
    id: text(info['ID']) ?? machine ?? 'unknown',
    apiVersion: text(version.ApiVersion),
    product: productOf(version),
    operatingSystem: text(info['OperatingSystem']),
    architecture: text(version.Arch),
    cgroup: text(cgroup),
    storageDriver: text(info['Driver']),
    rootless: security.some((option) => option.includes('rootless')),
    dataRoot,
    freeBytes: await freeAt(dataRoot, machine),
  };
};
