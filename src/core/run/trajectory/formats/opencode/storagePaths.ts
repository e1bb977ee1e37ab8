import { groupBy } from '../../../../shared/groupBy';
import type { TrajectoryFolder, TrajectoryPart } from '../../trajectoryFormat';

/** What a file of the storage holds, and the folder that it stands in: its session, message or project. */
export interface StoragePath {
  readonly kind: 'session' | 'message' | 'part';
  readonly folder: string;
  /** The file's name without its ending. */
  readonly stem: string;
}

const storage = /(?:^|\/)(session|message|part)\/([^/]+)\/([^/]+)\.json$/;

export const storagePathOf = (path: string): StoragePath | null => {
  const found = storage.exec(path);
  const [, kind, folder, stem] = found ?? [];
  if (folder === undefined || stem === undefined) return null;
  return { kind: kind as StoragePath['kind'], folder, stem };
};

const whole = (path: string): TrajectoryPart => ({ path, cut: { kind: 'whole' } });

interface Placed extends StoragePath {
  readonly path: string;
  /** Folder of the storage, '' or with `/` behind. */
  readonly root: string;
}

const placed = (paths: readonly string[]): readonly Placed[] =>
  [...paths].sort().flatMap((path) => {
    const found = storagePathOf(path);
    if (found === null) return [];
    const below = `${found.kind}/${found.folder}/${found.stem}.json`;
    return [{ ...found, path, root: path.slice(0, -below.length) }];
  });

/** Storages below what was opened, each by its folder: messages in one, and sessions or parts beside them. */
const storagesOf = (paths: readonly string[]): readonly (readonly [string, readonly Placed[]])[] => {
  const byRoot = groupBy(placed(paths), ({ root }) => root);
  return [...byRoot].filter(([, files]) => {
    const kinds = new Set(files.map(({ kind }) => kind));
    return kinds.has('message') && kinds.size > 1;
  });
};

/**
 * Parts whose folder no message file is named after come last, in every session that has a message without parts: there
 * the ids inside tell.
 */
const sessionsBelow = (root: string, all: readonly Placed[]): TrajectoryFolder['trajectories'] => {
  const parts = groupBy(
    all.filter(({ kind }) => kind === 'part'),
    ({ folder }) => folder,
  );
  const messages = all.filter(({ kind }) => kind === 'message');
  const named = new Set(messages.map(({ stem }) => stem));
  const unnamed = [...parts].filter(([folder]) => !named.has(folder)).flatMap(([, files]) => files);
  const sessions = new Map(all.filter(({ kind }) => kind === 'session').map((file) => [file.stem, file.path]));
  return [...groupBy(messages, ({ folder }) => folder)].map(([id, own]) => {
    const info = sessions.get(id) ?? sessions.get(`ses_${id}`);
    const lacks = own.some(({ stem }) => !parts.has(stem));
    const files = [
      ...own.flatMap((message) => [message, ...(parts.get(message.stem) ?? [])]),
      ...(lacks ? unnamed : []),
    ];
    return { id, parts: [...(info === undefined ? [] : [info]), ...files.map(({ path }) => path)].map(whole), root };
  });
};

/** The sessions of every storage below what was opened, each with its own file, then each message before its parts. */
export const sessionsOf = (paths: readonly string[]): TrajectoryFolder | null => {
  const trajectories = storagesOf(paths).flatMap(([root, all]) => sessionsBelow(root, all));
  return trajectories.length === 0 ? null : { version: null, trajectories };
};
