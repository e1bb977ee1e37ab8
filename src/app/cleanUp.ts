import type { CleanReport } from '../core/run/container/engine';
import { overBudget } from '../core/run/container/imageBudget';
import type { ImageStore, KeptImage } from '../core/run/container/keptImage';
import { counted } from '../core/shared/counted';
import { EnvironmentFault } from '../core/shared/problem';
import type { CleanUpItem, CleanUpPlan, CleanUpResult } from '../protocol/cleanUp';

type Cleaning = (options: { readonly dryRun: boolean }) => Promise<CleanReport>;

export interface CleanUpPorts {
  /** Jobs, sessions and terminals on the engine. */
  containers(): Promise<Cleaning>;
  /** Folders of jobs without a container. */
  folders(): Promise<Cleaning>;
  images(): Promise<ImageStore>;
  readonly logs: {
    find(): Promise<{ readonly folder: string; readonly count: number; readonly bytes: number }>;
    remove(): Promise<void>;
  };
  /** Milliseconds. */
  now(): number;
}

/** `all`: every image of ours that nothing uses; else those over the budget (bytes; 0: none is over). */
export interface ImageWish {
  readonly all: boolean;
  readonly budget: number;
}

class Gathering {
  readonly items: CleanUpItem[] = [];
  readonly kept: string[] = [];
  readonly faults: string[] = [];

  /** One part; where the engine doesn't answer, the others are looked at all the same. */
  async part(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof EnvironmentFault)) throw error;
      if (!this.faults.includes(error.message)) this.faults.push(error.message);
    }
  }
}

const jobsPart = async (gathering: Gathering, id: string, what: string, clean: Cleaning): Promise<void> => {
  const { removed, kept } = await clean({ dryRun: true });
  gathering.kept.push(...kept);
  if (removed.length === 0) return;
  const label = `${counted(removed.length, what)} that nobody waits for`;
  const more = removed.length > 5 ? ', ...' : '';
  gathering.items.push({ id, label, detail: removed.slice(0, 5).join(', ') + more, bytes: null, proposed: true });
};

const lastUse = ({ lastUsedAt }: KeptImage): string =>
  lastUsedAt === null ? 'last use unknown' : `last used ${lastUsedAt.slice(0, 10)}`;

const nameOf = ({ names, id }: KeptImage): string => names[0] ?? `${id.slice(7, 19)} (left by a build that failed)`;

const imagesPart = async (gathering: Gathering, images: readonly KeptImage[], wish: ImageWish, now: number) => {
  const over = new Set(overBudget(images, wish.budget, now)?.images.map(({ id }) => id));
  for (const image of images) {
    if (image.inUse !== null) {
      gathering.kept.push(`image ${nameOf(image)}: ${image.inUse}`);
      continue;
    }
    const why = over.has(image.id) ? ', over the budget' : '';
    gathering.items.push({
      id: `image ${image.id}`,
      label: `image ${nameOf(image)}`,
      detail: `${image.origin}, ${lastUse(image)}${why}`,
      bytes: image.bytes,
      proposed: wish.all || over.has(image.id) || image.names.length === 0,
    });
  }
};

const logsPart = async (gathering: Gathering, { logs }: CleanUpPorts): Promise<void> => {
  const { folder, count, bytes } = await logs.find();
  if (count > 0)
    gathering.items.push({ id: 'logs', label: counted(count, 'build log'), detail: folder, bytes, proposed: true });
};

/** Lists what is ours on this machine and its engine. Removes nothing. */
export const planCleanUp = async (ports: CleanUpPorts, wish: ImageWish): Promise<CleanUpPlan> => {
  const gathering = new Gathering();
  await gathering.part(async () => jobsPart(gathering, 'containers', 'container', await ports.containers()));
  await gathering.part(async () => jobsPart(gathering, 'folders', 'folder', await ports.folders()));
  await gathering.part(async () => imagesPart(gathering, await (await ports.images()).list(), wish, ports.now()));
  await gathering.part(() => logsPart(gathering, ports));
  const { items, kept, faults } = gathering;
  return { items, kept, faults };
};

type Removing = (ports: CleanUpPorts, id: string, label: string) => Promise<CleanUpResult>;

const removeJobs =
  (which: 'containers' | 'folders', what: string): Removing =>
  async (ports) => {
    const { removed, kept } = await (await ports[which]())({ dryRun: false });
    return { removed: removed.length === 0 ? [] : [counted(removed.length, what)], kept };
  };

const removeImage: Removing = async (ports, id, label) => {
  const store = await ports.images();
  const image = (await store.list()).find((one) => `image ${one.id}` === id);
  if (image === undefined) return { removed: [], kept: [`${label}: it is gone already`] };
  const { removed, reason } = await store.remove(image);
  const said = reason === null ? label : `${label}: ${reason}`;
  return removed ? { removed: [said], kept: [] } : { removed: [], kept: [said] };
};

const removeLogs: Removing = async (ports, _id, label) => {
  await ports.logs.remove();
  return { removed: [label], kept: [] };
};

const removing = (id: string): Removing => {
  if (id === 'containers') return removeJobs('containers', 'container');
  if (id === 'folders') return removeJobs('folders', 'folder');
  return id === 'logs' ? removeLogs : removeImage;
};

/**
 * Removes what was chosen, by id. Each is looked at again: what somebody uses by now stays, and why is said. Items of
 * the engine first, so that images lose their last container before they are tried.
 */
export const cleanUp = async (
  ports: CleanUpPorts,
  items: readonly Pick<CleanUpItem, 'id' | 'label'>[],
): Promise<CleanUpResult> => {
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { id, label } of items) {
    const done = await removing(id)(ports, id, label);
    removed.push(...done.removed);
    kept.push(...done.kept);
  }
  return { removed, kept };
};
