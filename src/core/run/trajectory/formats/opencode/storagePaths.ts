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
}

const placed = (paths: readonly string[]): readonly Placed[] =>
  [...paths].sort().flatMap((path) => {
    const found = storagePathOf(path);
    return found === null ? [] : [{ ...found, path }];
  });

/** Where the storage lies below what was opened; null where other things lie there as well. */
const isAllStorage = (paths: readonly string[]): boolean => {
  const first = paths.find((path) => storagePathOf(path)?.kind === 'message');
  const root = first?.replace(/message\/[^/]+\/[^/]+$/, '');
  return root !== undefined && paths.every((path) => path.startsWith(root));
};

/**
 * The sessions of a storage, each with its own file, then each message before its parts. Parts whose folder no message
 * file is named after come last, in every session that has a message without parts: there the ids inside tell.
 */
export const sessionsOf = (paths: readonly string[]): TrajectoryFolder | null => {
  if (!isAllStorage(paths)) return null;
  const all = placed(paths);
  const parts = groupBy(
    all.filter(({ kind }) => kind === 'part'),
    ({ folder }) => folder,
  );
  const messages = all.filter(({ kind }) => kind === 'message');
  const named = new Set(messages.map(({ stem }) => stem));
  const unnamed = [...parts].filter(([folder]) => !named.has(folder)).flatMap(([, files]) => files);
  const sessions = new Map(all.filter(({ kind }) => kind === 'session').map((file) => [file.stem, file.path]));
  const trajectories = [...groupBy(messages, ({ folder }) => folder)].map(([id, own]) => {
    const info = sessions.get(id) ?? sessions.get(`ses_${id}`);
    const lacks = own.some(({ stem }) => !parts.has(stem));
    const files = [
      ...own.flatMap((message) => [message, ...(parts.get(message.stem) ?? [])]),
      ...(lacks ? unnamed : []),
    ];
    return { id, parts: [...(info === undefined ? [] : [info]), ...files.map(({ path }) => path)].map(whole) };
  });
  return { version: null, trajectories };
};
