import type { LoopConfig } from '../../core/run/agent/loop/loopConfig';
import { readLoopConfig } from '../../core/run/agent/loop/readLoopConfig';
import { loopPresets } from '../../core/run/agent/presets/loopPresets';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';

const mostBytes = 1024 * 1024;

/**
 * The loop by which a fork goes on: one that ships, or a YAML configuration of mini-swe-agent. Programs and single turns
 * take over no conversation. Throws InputFault, naming those that do.
 */
export const forkLoop = async (files: Pick<FilePort, 'stat' | 'readBytes'>, agent: string): Promise<LoopConfig> => {
  const preset = loopPresets.find(({ id }) => id === agent);
  if (preset !== undefined) return preset;
  const ids = loopPresets.map(({ id }) => id).join(', ');
  if (!/\.ya?ml$/i.test(agent))
    throw new InputFault(
      `A fork goes on by a loop of ours: ${ids}, or a YAML file of mini-swe-agent; not by "${agent}".`,
    );
  if ((await files.stat(agent))?.kind !== 'file') throw new InputFault(`--agent: there is no file ${agent}.`);
  const text = new TextDecoder().decode(await files.readBytes(agent, mostBytes));
  return readLoopConfig(text, agent, nameOf(agent).replace(/\.ya?ml$/i, '')).config;
};
