import type { Session } from '../../core/run/container/session';
import type { ScrubbedHistory } from '../../core/run/record/runRecord';
import { EnvironmentFault } from '../../core/shared/problem';
import { runStep } from '../sessionStep';
import { scrubScript } from './scrubScript';

export interface ScrubPlace {
  readonly notes: string;
  /** Where the session really has it. */
  readonly testbed: string;
  readonly base: string | null;
  /** Whether git folders outside of the testbed may be removed: in a container, never on this machine. */
  readonly isContained: boolean;
}

/** Large histories are packed anew. */
const timeoutMs = 20 * 60_000;

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** What the script said; null: there is no repository. Throws EnvironmentFault with its reason where it gave up. */
export const readScrub = (text: string, where: string): ScrubbedHistory | null => {
  const lines = text.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  const said = (word: string) => lines.flatMap(([kind, rest = '']) => (kind === word ? [rest] : []));
  const [fault] = said('fault');
  if (fault !== undefined) throw cannot(where, fault);
  if (text.trim() === 'none') return null;
  const kept = numberIn(said('kept')[0]);
  if (kept === null) throw cannot(where, 'the script that looks for it came to no end');
  const removedObjects: Record<string, number> = {};
  for (const [type = '', count] of said('object').map((rest) => rest.split(' ')))
    removedObjects[type] = (removedObjects[type] ?? 0) + (numberIn(count) ?? 0);
  return {
    keptObjects: kept,
    removedObjects,
    removed: [...new Set(said('gone'))],
    ownCommits: numberIn(said('own')[0]),
  };
};

const cannot = (where: string, why: string): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `The repository at ${where} may hold what comes after base, and it can't be taken out: ${why.slice(0, 300)}. Nothing is run there.`,
  );

/**
 * Takes out of the testbed's repository what is not base's ancestry, before anything runs there. Null where there is
 * no repository. Throws EnvironmentFault where it can't be done.
 */
export const scrubHistory = async (
  session: Session,
  { notes, testbed, base, isContained }: ScrubPlace,
  signal?: AbortSignal,
): Promise<ScrubbedHistory | null> => {
  const words = [notes, testbed, base ?? 'none', isContained ? 'contained' : 'here'];
  const command = ['sh', '-c', scrubScript, 'sh', ...words];
  const { stdout, end, stderr } = await runStep(session, { command, timeoutMs }, signal);
  if (end.exitCode !== 0) throw cannot(testbed, stderr.trim() || `exit code ${end.exitCode}`);
  return readScrub(new TextDecoder().decode(stdout), testbed);
};
