import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { type AgentManifest, readAgentManifest } from '../../core/run/agent/command/agentManifest';
import type { Problem } from '../../core/shared/problem';

/** A manifest with the file that it stands in. */
export interface FoundManifest {
  readonly path: string;
  readonly manifest: AgentManifest;
}

export interface FoundManifests {
  /** By id, each once: of a study before a person's own, those before what ships. */
  readonly found: readonly FoundManifest[];
  readonly problems: readonly Problem[];
}

/** A person's own manifests: `$XDG_CONFIG_HOME/touchstone/agents`. */
export const ownManifestFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  path.join(env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'touchstone', 'agents');

/** A manifest's folder to install from is written relative to its file. */
const placed = (manifest: AgentManifest, file: string): AgentManifest =>
  manifest.install?.kind === 'folder'
    ? { ...manifest, install: { ...manifest.install, path: path.resolve(path.dirname(file), manifest.install.path) } }
    : manifest;

/** Reads one manifest file. */
export const readManifestFile = async (
  file: string,
): Promise<{ readonly manifest: AgentManifest | null; readonly problems: readonly Problem[] }> => {
  try {
    const { manifest, problems } = readAgentManifest(await readFile(file, 'utf8'), file);
    return { manifest: manifest && placed(manifest, file), problems };
  } catch (error) {
    const reason = `can't be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`;
    return { manifest: null, problems: [{ where: file, field: null, reason }] };
  }
};

const filesOf = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
};

/**
 * A study may come from a stranger: what its agents are made of has to come with it. A person's own manifests may name any
 * folder. Null: nothing is wrong.
 */
const strayFolder = async ({ install }: AgentManifest, folder: string): Promise<string | null> => {
  if (install?.kind !== 'folder' || folder === ownManifestFolder()) return null;
  const real = await realpath(install.path).catch(() => install.path);
  const above = await realpath(folder).catch(() => folder);
  if (`${real}${path.sep}`.startsWith(`${above}${path.sep}`)) return null;
  return `leads out of ${folder}. Put the agent's files below it, or the manifest into ${ownManifestFolder()}.`;
};

/** The manifests of these folders, earlier ones first; a folder that isn't there has none. */
export const findManifests = async (folders: readonly string[]): Promise<FoundManifests> => {
  const found = new Map<string, FoundManifest>();
  const problems: Problem[] = [];
  for (const folder of folders)
    for (const file of await filesOf(folder)) {
      const read = await readManifestFile(file);
      problems.push(...read.problems);
      if (read.manifest === null) continue;
      const reason = await strayFolder(read.manifest, folder);
      if (reason !== null) problems.push({ where: file, field: 'install.folder', reason });
      else if (!found.has(read.manifest.id)) found.set(read.manifest.id, { path: file, manifest: read.manifest });
    }
  return { found: [...found.values()], problems };
};
