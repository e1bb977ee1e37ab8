import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { sizeText } from '../../core/shared/sizeText';
import { makeWhole } from '../git/atomicFolder';
import { withLock } from '../git/lock';
import { folderBytes } from '../local/folderSize';
import { fillLayer } from './layerInstall';
import { hostMachine, layerName, runtimeOf } from './layerKey';

const recordName = 'touchstone-layer.json';
const everyMs = 2_000;

const recordSchema = z.object({
  machine: z.string(),
  runtime: z.string(),
  bytes: z.number(),
  seconds: z.number(),
});

/** An agent's files as they are mounted. */
export interface AgentLayer {
  /** Absolute on the host. */
  readonly folder: string;
  /** Machine for which it was made, in the kernel's word. */
  readonly machine: string;
  /** What of the host came with it: `Node v20.20.2`. */
  readonly runtime: string;
  /** On disk. */
  readonly bytes: number;
  /** What making it took, wall-clock seconds. */
  readonly seconds: number;
}

export interface BakePorts {
  /** The cache folder: layers lie in `agents` below it. */
  readonly cache: string;
  told(text: string): void;
  readonly signal?: AbortSignal | undefined;
}

/** What of an agent stands in the cache; null: nothing. */
export const foundLayer = async (manifest: AgentManifest, cache: string): Promise<AgentLayer | null> =>
  readLayer(path.join(cache, 'agents', await layerName(manifest)));

const readLayer = async (folder: string): Promise<AgentLayer | null> => {
  const text = await readFile(path.join(folder, recordName), 'utf8').catch(() => null);
  if (text === null) return null;
  const read = recordSchema.safeParse(jsonOr(text));
  return read.success ? { folder, ...read.data } : null;
};

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Bytes and time of a folder that grows, until it is stopped. */
const tellSize = (folder: string, title: string, startedAt: number, told: (text: string) => void): (() => void) => {
  const timer = setInterval(async () => {
    const bytes = await folderBytes(folder, Number.POSITIVE_INFINITY);
    told(`Installing ${title}: ${sizeText(bytes)}, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }, everyMs);
  return () => clearInterval(timer);
};

/**
 * The agent's layer, made where the cache hasn't got it: whole or not at all, by one process at a time. Throws
 * EnvironmentFault where npm, python3 or a glibc is missing or the installer fails, with its last words.
 */
export const bakeLayer = async (manifest: AgentManifest, { cache, told, signal }: BakePorts): Promise<AgentLayer> => {
  const folder = path.join(cache, 'agents', await layerName(manifest));
  const found = await readLayer(folder);
  if (found !== null) return found;
  await withLock(
    `${folder}.lock`,
    async () => {
      if ((await readLayer(folder)) !== null) return;
      await makeWhole(folder, async (making) => make(manifest, making, told, signal));
    },
    signal,
  );
  const made = await readLayer(folder);
  if (made === null) throw new Error(`The layer ${folder} was made and can't be read.`);
  return made;
};

const make = async (
  manifest: AgentManifest,
  folder: string,
  told: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const startedAt = performance.now();
  told(`Installing ${manifest.title} ${manifest.version} for use in containers`);
  const stop = tellSize(folder, manifest.title, startedAt, told);
  try {
    await fillLayer(manifest, folder, signal);
  } finally {
    stop();
  }
  const bytes = await folderBytes(folder, Number.POSITIVE_INFINITY);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const made = { machine: hostMachine(), runtime: await runtimeOf(manifest), bytes, seconds };
  const said = { id: manifest.id, version: manifest.version, install: manifest.install, ...made };
  await writeFile(path.join(folder, recordName), `${JSON.stringify(said, null, 2)}\n`);
  told(`${manifest.title} ${manifest.version} is installed: ${sizeText(bytes)} in ${seconds} s`);
};
