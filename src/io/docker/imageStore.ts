import type Docker from 'dockerode';
import type { EngineFacts } from '../../core/run/container/engineFacts';
import type { ImageStore, KeptImage } from '../../core/run/container/keptImage';
import { engineFacts } from './engineFacts';
import { engineWords, statusOf } from './faults';
import { imageLabel } from './imageLabels';
import { familiarName } from './imageName';
import { type ImageNote, ImageNotes } from './imageNotes';

type Removal = Awaited<ReturnType<ImageStore['remove']>>;

/** Tags and digests; an image without any is listed with placeholders. */
const namesOf = ({ RepoTags, RepoDigests }: Docker.ImageInfo): readonly string[] =>
  [...(RepoTags ?? []), ...(RepoDigests ?? [])].filter((name) => !name.startsWith('<none>'));

/** An image that was built on ours has our label too: it is ours only under the name that the label says. */
const builtName = (image: Docker.ImageInfo): string | null => {
  const name = image.Labels?.[imageLabel];
  return name !== undefined && namesOf(image).map(familiarName).includes(familiarName(name)) ? name : null;
};

const short = (id: string): string => id.replace(/^sha256:/, '').slice(0, 12);

/** Images that we built (by label) or pulled (by our notes). Nothing else is ever listed or removed. */
export class DockerImageStore implements ImageStore {
  #facts: Promise<EngineFacts> | null = null;

  constructor(
    private readonly docker: Docker,
    private readonly notes: ImageNotes = new ImageNotes(),
  ) {}

  async list(signal?: AbortSignal): Promise<readonly KeptImage[]> {
    const { id: engine } = await this.#engine();
    const [images, containers, notes] = await Promise.all([
      this.docker.listImages({ abortSignal: signal } as Docker.ListImagesOptions),
      this.docker.listContainers({ all: true }),
      this.notes.all(engine),
    ]);
    const users = new Map(containers.map(({ Id, ImageID }) => [ImageID, Id]));
    const kept = images.flatMap((image) => keptImage(image, notes, users) ?? []);
    return kept.sort((a, b) => ((a.lastUsedAt ?? '') < (b.lastUsedAt ?? '') ? -1 : 1));
  }

  async remove(image: KeptImage): Promise<Removal> {
    const { id: engine } = await this.#engine();
    const found = (await this.list()).find(({ id }) => id === image.id);
    if (found === undefined) return { removed: false, reason: "it is gone, or isn't Touchstone's" };
    if (found.inUse !== null) return { removed: false, reason: found.inUse };
    // By name: one that a person gave another name keeps its layers under that.
    for (const name of found.names.length > 0 ? found.names : [found.id]) {
      try {
        await this.docker.getImage(name).remove({ force: false });
      } catch (error) {
        if (statusOf(error) !== 404) return { removed: false, reason: engineWords(error) };
      }
      await this.notes.forget(engine, name);
    }
    return { removed: true, reason: await this.#remains(found.id) };
  }

  async #remains(id: string): Promise<string | null> {
    const left = await this.docker
      .getImage(id)
      .inspect()
      .catch(() => null);
    if (left === null) return null;
    const names = left.RepoTags ?? [];
    return names.length > 0
      ? `its layers stay, as ${names.join(', ')}, which isn't Touchstone's`
      : 'its layers stay: another image stands on them';
  }

  #engine(): Promise<EngineFacts> {
    this.#facts ??= engineFacts(this.docker);
    return this.#facts;
  }
}

const keptImage = (
  image: Docker.ImageInfo,
  notes: readonly ImageNote[],
  users: ReadonlyMap<string, string>,
): KeptImage | null => {
  const built = builtName(image);
  const names = namesOf(image).map(familiarName);
  const ofImage = notes.filter(({ id }) => id === image.Id);
  const noted = ofImage.filter(({ reference }) => names.includes(familiarName(reference)));
  const isLeft = names.length === 0 && ofImage.some(({ reference }) => reference === image.Id);
  const pulled = noted.filter(({ origin }) => origin === 'pulled').map(({ reference }) => reference);
  if (built === null && pulled.length === 0 && !isLeft) return null;
  const own = built === null ? [] : [built];
  const user = users.get(image.Id);
  return {
    id: image.Id,
    names: [...new Set([...own, ...pulled])],
    bytes: image.Size,
    origin: built === null && !isLeft ? 'pulled' : 'built',
    lastUsedAt:
      (isLeft ? ofImage : noted)
        .map(({ lastUsedAt }) => lastUsedAt)
        .sort()
        .at(-1) ?? null,
    inUse: user === undefined ? null : `the container ${short(user)} uses it`,
  };
};
