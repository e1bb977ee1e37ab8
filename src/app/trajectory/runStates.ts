import { readStates, sealOf } from '../../core/run/record/statesFile';
import type { FilePort } from '../../core/shared/files';
import type { OpenedTrajectory } from './openTrajectory';
import { type HashPieces, trajectoryHash } from './trajectoryHash';

const none: ReadonlyMap<number, string> = new Map();

/** A run's states of more are not read. */
const mostBytes = 128 * 1024 ** 2;

const endings = /\.traj\.json$/;

/**
 * Whether the states may be of this trajectory: they know no step that it has not, and their last one is its last step
 * or the last of its agent. Those of another attempt of the same name mostly have another number.
 */
const fits = ({ entries }: OpenedTrajectory, states: ReadonlyMap<number, string>): boolean => {
  const last = Math.max(...states.keys());
  const lastOfAgent = entries.findLast(({ role }) => role === 'agent')?.idx ?? 0;
  return last === entries.length || last === lastOfAgent;
};

/**
 * The patch after each step as our own run of a trajectory took it, out of the file beside it; empty where there is none,
 * or where it is of another state of the trajectory than the file that is open.
 */
export const runStates = async (
  files: FilePort,
  hash: HashPieces,
  opened: OpenedTrajectory,
): Promise<ReadonlyMap<number, string>> => {
  if (!endings.test(opened.path) || opened.entries.length === 0) return none;
  const path = opened.path.replace(endings, '.states.jsonl');
  const stat = await files.stat(path);
  if (stat?.kind !== 'file' || stat.bytes > mostBytes) return none;
  const text = new TextDecoder().decode(await files.readBytes(path, mostBytes));
  const states = readStates(text);
  if (states.size === 0 || !fits(opened, states)) return none;
  const said = sealOf(text);
  return said === null || said === (await trajectoryHash(hash, opened)) ? states : none;
};
