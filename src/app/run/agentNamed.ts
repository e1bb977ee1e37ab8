import type { Agent, AttemptLimits } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { loopAgent } from '../../core/run/agent/loop/loopAgent';
import { readLoopConfig } from '../../core/run/agent/loop/readLoopConfig';
import { loopPresets } from '../../core/run/agent/presets/loopPresets';
import { singleTurnAgents } from '../../core/run/agent/singleTurn/singleTurnAgents';
import type { FilePort } from '../../core/shared/files';
import { nearest } from '../../core/shared/nearest';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';

/** What agents are made of that aren't there by themselves. */
export interface AgentSources {
  readonly files: Pick<FilePort, 'stat' | 'readBytes'>;
  /** Manifests that were found, each id once. */
  readonly manifests: readonly AgentManifest[];
  /** A program as an agent; null: there is no place for one. */
  command(manifest: AgentManifest): Agent;
  /** What of a person's own configuration has no effect. */
  told(text: string): void;
}

export interface ListedAgent {
  readonly id: string;
  readonly title: string;
  /** In words: what kind it is, and its limits. */
  readonly description: string;
}

const limitWords = ({ steps, costUsd, wallSeconds }: AttemptLimits): string =>
  [
    ...(steps > 0 ? [`${steps} calls`] : []),
    ...(costUsd > 0 ? [`$${costUsd}`] : []),
    ...(wallSeconds > 0 ? [`${wallSeconds} s`] : []),
  ].join(', ') || 'no limits';

/** Every agent that can be named, in the order in which people are offered them. */
export const listAgents = (manifests: readonly AgentManifest[]): readonly ListedAgent[] => [
  ...loopPresets.map(({ id, title, limits }) => ({ id, title, description: `a loop of ours; ${limitWords(limits)}` })),
  ...singleTurnAgents.map(({ id, settings }) => ({
    id,
    title: typeof settings['title'] === 'string' ? settings['title'] : id,
    description: 'one reply, no tools',
  })),
  ...manifests.map(({ id, title, version, limits }) => ({
    id,
    title: `${title} ${version}`.trim(),
    description: `a program in the container; ${limitWords(limits)}`,
  })),
];

const mostBytes = 1024 * 1024;

const isPath = (id: string): boolean => /\.ya?ml$/i.test(id);

/** A configuration of mini-swe-agent that a person brought; its id is the file's name. */
const ofFile = async (path: string, { files, told }: AgentSources): Promise<Agent> => {
  if ((await files.stat(path))?.kind !== 'file') throw new InputFault(`--agent: there is no file ${path}.`);
  const text = new TextDecoder().decode(await files.readBytes(path, mostBytes));
  const { config, unused } = readLoopConfig(text, path, nameOf(path).replace(/\.ya?ml$/i, ''));
  for (const line of unused) told(line);
  const agent = loopAgent(config);
  return { ...agent, settings: { ...agent.settings, file: path } };
};

/**
 * The agent that an id names: a loop preset, a single-turn mode, a manifest, or the path of a YAML configuration of
 * mini-swe-agent. Throws InputFault where there is none, with those that there are.
 */
export const agentNamed = async (id: string, sources: AgentSources): Promise<Agent> => {
  const preset = loopPresets.find((one) => one.id === id);
  if (preset !== undefined) return loopAgent(preset);
  const single = singleTurnAgents.find((one) => one.id === id);
  if (single !== undefined) return single;
  const manifest = sources.manifests.find((one) => one.id === id);
  if (manifest !== undefined) return sources.command(manifest);
  if (isPath(id)) return ofFile(id, sources);
  const ids = listAgents(sources.manifests).map((one) => one.id);
  const near = nearest(id, ids);
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  throw new InputFault(`There is no agent "${id}".${meant} There are: ${ids.join(', ')}; or name a YAML file.`);
};
