import type Docker from 'dockerode';
import { EnvironmentFault } from '../../core/shared/problem';
import { statusOf } from './faults';

/** For which machine an image is made, beside the engine's own. Names as Go and the image specification have them. */
export interface ImagePlatform {
  readonly image: string;
  readonly engine: string;
  /** Whether the engine's machine can't run its programs by itself. */
  readonly emulated: boolean;
  /** The two, for people. */
  readonly words: string;
}

/** The kernel's names of machines, as some engines give them. */
const usualNames: Readonly<Record<string, string>> = { x86_64: 'amd64', aarch64: 'arm64', i386: '386', i686: '386' };

/** The name that images have for a machine. */
export const usualMachine = (architecture: string): string => usualNames[architecture] ?? architecture;

/** Older programs that a machine runs without help, by its architecture. */
const alsoRuns: Readonly<Record<string, readonly string[]>> = { amd64: ['386'], arm64: ['arm'] };

/** How an image stands to the engine's machine. Unknown ('') counts as fitting. */
export const comparePlatforms = (imageArchitecture: string, engineArchitecture: string): ImagePlatform => {
  const image = usualMachine(imageArchitecture);
  const engine = usualMachine(engineArchitecture);
  const fits = image === '' || engine === '' || image === engine || (alsoRuns[engine] ?? []).includes(image);
  return {
    image,
    engine,
    emulated: !fits,
    words: `the image is made for ${image} and the engine's machine is ${engine}: it runs emulated, slower, and may do otherwise`,
  };
};

/** Asks the engine once for itself and once for each image. */
export class ImagePlatforms {
  readonly #known = new Map<string, Promise<ImagePlatform | null>>();
  #engine: Promise<string> | null = null;

  constructor(private readonly docker: Docker) {}

  /** Null where the image is not there, or was removed. */
  of(image: string): Promise<ImagePlatform | null> {
    const known = this.#known.get(image);
    if (known !== undefined) return known;
    const asked = this.#ask(image);
    this.#known.set(image, asked);
    const forget = () => this.#known.delete(image);
    asked.then((platform) => platform === null && forget(), forget);
    return asked;
  }

  async #ask(image: string): Promise<ImagePlatform | null> {
    this.#engine ??= this.docker.version().then(({ Arch }) => Arch);
    this.#engine.catch(() => {
      this.#engine = null;
    });
    try {
      const { Architecture } = await this.docker.getImage(image).inspect();
      return comparePlatforms(Architecture, await this.#engine);
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }
}

/**
 * The fault of an image for another machine where nothing emulates it; null where its first program could be run.
 * `said`: the main process's own words. Only a foreign image counts: the tests can write such words too.
 */
export const executableFault = (
  name: string,
  platform: ImagePlatform | null,
  said: string,
): EnvironmentFault | null => {
  if (platform === null || !platform.emulated || !/exec format error/i.test(said)) return null;
  return new EnvironmentFault(
    'image',
    `The image ${name} is made for ${platform.image}, the engine's machine is ${platform.engine}, and it has no emulator ` +
      `("exec format error"). Name an image for ${platform.engine} in environments[].image, use an engine on ` +
      `${platform.image}, or install an emulator (qemu-user with binfmt).`,
  );
};
