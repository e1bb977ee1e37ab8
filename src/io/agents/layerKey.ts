import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { sha256 } from '../store/sha256';
import { findPython } from './pythonRuntime';

/** Raised when layers are laid out in another way. */
const recipe = 2;
const mostFiles = 50_000;

/** This machine in the kernel's word. */
export const hostMachine = (): string => ({ x64: 'x86_64', arm64: 'aarch64' })[process.arch as string] ?? process.arch;

/** What of the host enters the layer: `Node v20.20.2`, which the forwarder takes where the program itself needs none. */
export const runtimeOf = async ({ runtime, title }: AgentManifest): Promise<string> => {
  if (runtime === 'python') return `Python ${(await findPython()).version}`;
  const asked = await execa('node', ['--version'], { reject: false, stdin: 'ignore', timeout: 20_000 });
  if (asked.exitCode !== 0)
    throw new EnvironmentFault(
      'program',
      `${title} needs Node in its container, and this machine has no node on its PATH; install it.`,
    );
  return `Node ${asked.stdout.trim()}`;
};

/** Names, sizes and times of all that a folder holds. Throws InputFault where there is no such folder. */
const stampOf = async (folder: string, who: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new InputFault(`${who}: install.folder: there is no folder ${folder}.`);
  });
  if (entries.length > mostFiles)
    throw new InputFault(`${who}: install.folder: ${folder} has over ${mostFiles} files.`);
  const lines = entries.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs, mode } = await lstat(file);
    return `${path.relative(folder, file)} ${entry.isDirectory() ? '' : `${size} ${mtimeMs}`} ${mode}`;
  });
  return (await Promise.all(lines)).sort();
};

/**
 * Name of a manifest's layer in the cache: `<id>-<version>-<hash>`, the hash over what is installed and what of this
 * machine comes with it. What is another layer has another name; one that is there is never changed.
 */
export const layerName = async (manifest: AgentManifest): Promise<string> => {
  const { id, version, install, runtime } = manifest;
  const files = install?.kind === 'folder' ? await stampOf(install.path, id) : [];
  const parts = { recipe, install, runtime, host: await runtimeOf(manifest), machine: hostMachine(), files };
  return `${id}-${version}-${sha256(JSON.stringify(parts)).slice(0, 12)}`;
};
