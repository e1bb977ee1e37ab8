import type { KnownIds } from '../instance/instanceAlias';
import { nameOf } from './studyPath';

/** `a.b.traj.json` as `a.b.traj.json`, `a.b.traj`, `a.b`, `a`: ids may hold dots, and endings are many. */
const beginnings = (name: string): readonly string[] => {
  const parts = name.split('.');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.')).filter((part) => part !== '');
};

/** Names of a path below its study that may say an instance, the likeliest first: the file's own, then its folders'. */
const namesOf = (path: string): readonly string[] => {
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return parts.reverse().flatMap((part, at) => (at === 0 ? beginnings(part) : [part]));
};

/** What a file calls one of several tries: `fix-14.a2.traj`, `fix-14_attempt-2`, `attempt_2/fix-14.traj`. */
const attemptPattern = /(?:^|[._/\\-])(?:a|attempt|try|sample|rollout|trial)[._-]?(\d{1,4})(?=$|[._/\\-])/gi;

/** Which of several tries the path says, the nearest to its end; null where it says none. `below`: within the study. */
export const attemptInPath = (below: string): number | null => {
  const [, number] = [...below.matchAll(attemptPattern)].at(-1) ?? [];
  return number === undefined ? null : Number(number);
};

/**
 * The instance of a trajectory: what its file says where the study knows it, else the first part of its path that is an
 * id of the study, else what the file says. Null where nothing says one.
 */
export const instanceOfTrajectory = (
  known: ReadonlySet<string>,
  ids: KnownIds,
  said: string | null,
  path: string,
): string | null => {
  const own = said === null ? null : ids.of(said);
  if (own !== null && known.has(own)) return own;
  const named = namesOf(path)
    .map((name) => ids.of(name))
    .find((id) => known.has(id));
  return named ?? own;
};

/** Whether a part of the path is this name, or the file's name begins with it. */
export const pathNames = (below: string, name: string): boolean =>
  below.split(/[/\\]/).includes(name) || beginnings(nameOf(below)).includes(name);
