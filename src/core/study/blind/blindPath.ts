/** What a path that tells nothing stands for: the patch of a row, one of its trajectories, one of its evaluations. */
export interface BlindPath {
  readonly instanceId: string;
  readonly letter: string;
  readonly what: 'patch' | 'trajectory' | 'evaluation';
  /** Which of several, from 0. */
  readonly at: number;
}

/** First part of all of them; no folder of a machine is called so. */
export const blindRoot = 'touchstone-blind';

const fileOf = ({ letter, what, at }: BlindPath): string => {
  if (what === 'trajectory') return `Trajectory ${letter}${at > 0 ? ` ${at + 1}` : ''}.traj`;
  return `${what}-${at + 1}`;
};

/** Stands where a path of a file would, and is no file: only the worker knows which is meant. */
export const blindPath = (path: BlindPath): string =>
  `/${blindRoot}/${encodeURIComponent(path.instanceId)}/${path.letter}/${fileOf(path)}`;

const shape = new RegExp(
  `^/${blindRoot}/([^/]+)/([A-Z]{1,4})/(?:(?:Trajectory [A-Z]{1,4}(?: (\\d{1,6}))?\\.traj)|(?:(patch|evaluation)-(\\d{1,6})))`,
);

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** What such a path stands for, also where something below it is named; null where it is another path. */
export const readBlindPath = (path: string): BlindPath | null => {
  const found = shape.exec(path.replaceAll('\\', '/'));
  const instanceId = found && decoded(found[1] ?? '');
  if (!found || instanceId === null) return null;
  const [, , letter = '', nth, kind, number] = found;
  if (kind !== 'patch' && kind !== 'evaluation')
    return { instanceId, letter, what: 'trajectory', at: nth === undefined ? 0 : Number(nth) - 1 };
  return { instanceId, letter, what: kind, at: Number(number) - 1 };
};

/** What its tab is called: `Trajectory A`. */
export const blindTitle = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').replace(/\.traj$/, '');
