import type Docker from 'dockerode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageHooks } from '../../../../src/core/run/container/engine';
import { ImageConsent } from '../../../../src/io/docker/imageConsent';
import { ImageKeeping } from '../../../../src/io/docker/imageKeeping';
import { ImageNotes } from '../../../../src/io/docker/imageNotes';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

const gibibyte = 1024 ** 3;
let temp: TempFolder;
let said: string[];
let removed: string[];
beforeEach(() => {
  temp = tempFolder();
  said = [];
  removed = [];
});
afterEach(() => temp.remove());

const facts = (freeBytes: number | null) => ({
  id: 'engine',
  apiVersion: '1.41',
  product: 'Docker Engine',
  operatingSystem: null,
  architecture: null,
  cgroup: null,
  storageDriver: null,
  rootless: false,
  dataRoot: '/var/lib/docker',
  freeBytes,
});

const names = ['a/one:1', 'a/two:1', 'b/theirs:1'];

/** An engine with three images of 10 GiB. */
const engine = (): Docker =>
  ({
    info: async () => ({ ID: 'engine' }),
    version: async () => ({}),
    listImages: async () =>
      names
        .filter((name) => !removed.includes(name))
        .map((name) => ({ Id: `sha256:${name}`, RepoTags: [name], Size: 10 * gibibyte })),
    listContainers: async () => [],
    getImage: (name: string) => ({
      remove: async () => void removed.push(name),
      inspect: async () => Promise.reject(Object.assign(new Error('gone'), { statusCode: 404 })),
    }),
  }) as unknown as Docker;

const hooks = (yes: boolean, bytes: number): ImageHooks & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    onProgress: (text) => void said.push(text),
    confirmPull: async () => false,
    budget: {
      bytes,
      confirmRemoval: async (images, over) => {
        asked.push(`${over} ${images.map((image) => image.names[0]).join(' ')}`);
        return yes;
      },
    },
  };
};

const keeping = async () => {
  const notes = new ImageNotes(temp.path);
  for (const reference of names.slice(0, 2)) {
    const lastUsedAt = `2026-01-0${names.indexOf(reference) + 1}T00:00:00Z`;
    await notes.write({ engine: 'engine', reference, id: `sha256:${reference}`, origin: 'pulled', lastUsedAt });
  }
  return new ImageKeeping(engine(), new ImageConsent(), notes, async () => facts(50 * gibibyte));
};

describe('room for images', () => {
  it('is refused below the floor, and said to be unknown where it is', async () => {
    const of = (free: number | null) =>
      new ImageKeeping(engine(), new ImageConsent(), undefined, async () => facts(free));
    const quiet = hooks(false, 0);
    await of(6 * gibibyte).checkSpace('x:1', quiet);
    await expect(of(4 * gibibyte).checkSpace('x:1', quiet)).rejects.toMatchObject({
      what: 'disk',
      message: expect.stringMatching(/4\.0 GiB are free at \/var\/lib\/docker, and 5\.0 GiB are kept.*doctor --clean/),
    });
    expect(said).toEqual([]);
    await of(null).checkSpace('x:1', quiet);
    expect(said).toEqual(['x:1: how much room the engine has is unknown']);
  });

  it('is made by removing our least recently used image, asked first; never those of others', async () => {
    const asking = hooks(true, 15 * gibibyte);
    expect(await (await keeping()).keepToBudget(asking)).toBe(true);
    expect(asking.asked).toEqual(['Images of Touchstone take 20.0 GiB, more than the 15.0 GiB of the budget. a/one:1']);
    expect(removed).toEqual(['a/one:1']);
    expect(said).toEqual(['Removed the image a/one:1 (budget)']);
  });

  it('is left as it is after a no, which is asked once', async () => {
    const asking = hooks(false, 5 * gibibyte);
    const kept = await keeping();
    expect([await kept.keepToBudget(asking), await kept.keepToBudget(asking)]).toEqual([false, false]);
    expect(asking.asked).toHaveLength(1);
    expect(removed).toEqual([]);
  });
});
