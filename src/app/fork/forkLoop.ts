import type { LoopConfig } from '../../core/run/agent/loop/loopConfig';
import { readLoopConfig } from '../../core/run/agent/loop/readLoopConfig';
import { recordedLoop } from '../../core/run/agent/loop/recordedLoop';
import { loopPresets } from '../../core/run/agent/presets/loopPresets';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { readRecords } from '../trajectory/readStep';

const mostBytes = 1024 * 1024;

/** The loop by which a fork goes on, and what people are told of it, a sentence each. */
export interface ForkLoop {
  readonly config: LoopConfig;
  readonly notes: readonly string[];
}

type Files = Pick<FilePort, 'stat' | 'readBytes'>;

const ids = loopPresets.map(({ id }) => id).join(', ');

/** One that ships, or a YAML configuration of mini-swe-agent. Throws InputFault, naming those that take a conversation. */
const namedLoop = async (files: Files, agent: string): Promise<LoopConfig> => {
  const preset = loopPresets.find(({ id }) => id === agent);
  if (preset !== undefined) return preset;
  if (!/\.ya?ml$/i.test(agent))
    throw new InputFault(
      `A fork goes on by a loop of ours: ${ids}, or a YAML file of mini-swe-agent; not by "${agent}".`,
    );
  if ((await files.stat(agent))?.kind !== 'file') throw new InputFault(`--agent: there is no file ${agent}.`);
  const text = new TextDecoder().decode(await files.readBytes(agent, mostBytes));
  return readLoopConfig(text, agent, nameOf(agent).replace(/\.ya?ml$/i, '')).config;
};

/** The parent's own, where its trajectory keeps it and it can be read; else `mini`, with the reason. */
const parentLoop = async (opened: OpenedTrajectory, usual: LoopConfig, isContained: boolean): Promise<ForkLoop> => {
  const { settings } = opened.head;
  const [record] = settings === undefined ? [] : await readRecords(opened, { records: [settings] });
  const found = record === undefined ? null : recordedLoop(record.value, usual, isContained);
  if (found === null) return { config: usual, notes: [] };
  if ('config' in found) return { config: found.config, notes: [] };
  return { config: usual, notes: [`It goes on by the loop mini, for the parent's own can't be taken: ${found.lack}.`] };
};

/**
 * The loop by which a fork goes on. `agent` null: the parent's own, or `mini`. Programs and single turns take over no
 * conversation. `isContained`: its commands run in a sandbox.
 */
export const forkLoop = async (
  files: Files,
  agent: string | null,
  opened: OpenedTrajectory,
  isContained: boolean,
): Promise<ForkLoop> =>
  agent === null
    ? parentLoop(opened, await namedLoop(files, 'mini'), isContained)
    : { config: await namedLoop(files, agent), notes: [] };
