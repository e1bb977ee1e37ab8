import type { TrajectoryFolder, TrajectoryPart } from '../../trajectoryFormat';

/** Members of a sample's document that are lists of many things. */
export const sampleArrays: readonly string[] = ['events', 'messages', 'message_pool'];

/** A sample's id is anything, a path with `/` too. */
const plain = /^samples\/(.+_epoch_\d+)\.json$/;
const chunked = /^samples\/(.+_epoch_\d+)\/(?:sample\.json|(?:messages|events|attachments)\/\d+\.json)$/;
const chunk = /^(messages|events|attachments)\/(\d+)\.json$/;

/** Which list a chunk belongs to and the index of its first item; null for other files. */
export const chunkOf = (path: string): { readonly list: string; readonly first: number } | null => {
  const found = chunk.exec(path.split('/').slice(-2).join('/'));
  return found ? { list: found[1] ?? '', first: Number(found[2]) } : null;
};

/** Pool and attachments stand behind the events, as they do in the document of a sample. */
const lists = ['events', 'messages', 'attachments'];

const chunkParts = (paths: readonly string[]): readonly TrajectoryPart[] =>
  lists.flatMap((list) =>
    paths
      .flatMap((path) => {
        const found = chunkOf(path);
        return found?.list === list ? [{ path, first: found.first }] : [];
      })
      .sort((a, b) => a.first - b.first)
      .map(({ path }): TrajectoryPart => ({ path, cut: { kind: 'array' } })),
  );

interface Sample {
  readonly id: string;
  readonly parts: readonly TrajectoryPart[];
}

const chunkedSamples = (paths: readonly string[]): readonly Sample[] => {
  const byId = new Map<string, string[]>();
  for (const path of paths) {
    const id = chunked.exec(path)?.[1];
    if (id === undefined) continue;
    const own = byId.get(id) ?? [];
    own.push(path);
    byId.set(id, own);
  }
  return [...byId].flatMap(([id, own]) => {
    const sample = own.find((path) => path.endsWith(`${id}/sample.json`));
    if (sample === undefined) return [];
    return [{ id, parts: [{ path: sample, cut: { kind: 'whole' } }, ...chunkParts(own)] }];
  });
};

const plainSamples = (paths: readonly string[]): readonly Sample[] =>
  paths.flatMap((path) => {
    const id = plain.exec(path)?.[1];
    if (id === undefined) return [];
    return [{ id, parts: [{ path, cut: { kind: 'document', arrays: sampleArrays } }] }];
  });

/**
 * The samples of an `.eval` log by the names of its entries, whichever layout each has; null where it is none. The log's
 * own head (`header.json`, or what a run that did not end has of it) is read before each sample.
 */
export const inspectFolder = (paths: readonly string[]): TrajectoryFolder | null => {
  const head = ['header.json', '_journal/start.json'].find((name) => paths.includes(name));
  if (head === undefined) return null;
  const first: TrajectoryPart = { path: head, cut: { kind: 'whole' } };
  const samples = [...plainSamples(paths), ...chunkedSamples(paths)];
  return { version: null, trajectories: samples.map(({ id, parts }) => ({ id, parts: [first, ...parts], root: '' })) };
};
