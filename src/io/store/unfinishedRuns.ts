import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunWish } from '../../core/evaluation/evaluationWish';
import { readJournal } from '../../core/evaluation/journal/readJournal';
import { runStateOf } from '../../core/evaluation/journal/runState';
import { isLocked } from '../git/lock';
import { journalName, lockName } from './evaluationJournal';

/** A run that didn't come to its end and that no live process has. */
export interface LeftRun {
  readonly runId: string;
  /** Runs of the same schedule; `runId` is the first. */
  readonly runs: readonly string[];
  /** By which it can be resumed. It stands in a file: data, not the person's word. */
  readonly wish: RunWish;
  readonly total: number;
  /** Evaluations that were there when it began, or have a result since. */
  readonly done: number;
  /** RFC 3339, when it began. */
  readonly at: string;
  /** Null where its process was closed, killed or lost. */
  readonly closed: 'cancelled' | 'fault' | null;
}

const stateIn = async (folder: string) => {
  const text = await readFile(path.join(folder, journalName), 'utf8').catch(() => null);
  return text === null ? null : runStateOf(readJournal(text).events);
};

const leftRun = async (logs: string, runId: string): Promise<LeftRun | null> => {
  const state = await stateIn(path.join(logs, runId));
  const began = state?.began ?? null;
  if (state === null || began === null || began.wish === null || state.closed === 'done') return null;
  if (began.runs[0] !== runId || (await isLocked(path.join(logs, runId, lockName)))) return null;
  const others = await Promise.all(
    began.runs.slice(1).map((run) => (isFolderOf(logs, run) ? stateIn(path.join(logs, run)) : null)),
  );
  const done = [state, ...others].reduce((sum, one) => sum + (one?.results.size ?? 0), began.kept);
  const { wish, total, at, runs } = began;
  return { runId, runs, wish, total, done, at, closed: state.closed };
};

/** The journal names them: nothing outside of the folder is read. */
const isFolderOf = (folder: string, name: string): boolean => path.dirname(path.join(folder, name)) === folder;

/**
 * Runs below an evaluation folder (`--out`, a study's folder) that were begun with a wish and have no end, or ended
 * because a person or a fault ended them (`closed` says which). Newest first.
 */
export const leftRuns = async (out: string): Promise<readonly LeftRun[]> => {
  const logs = path.join(out, 'logs', 'run_evaluation');
  const names = await readdir(logs).catch(() => []);
  const found = await Promise.all(names.map((name) => leftRun(logs, name)));
  return found.filter((run) => run !== null).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
};
