import type Docker from 'dockerode';
import { statusOf } from './faults';
import { familiarName } from './imageName';
import { usualMachine } from './imagePlatform';

/** An image as it lies on the engine. */
export interface LocalImage {
  /** What a job is to name. */
  readonly reference: string;
  /** Content id, `sha256:...`. */
  readonly id: string;
  readonly environment: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** `repository@sha256:...`; null where it came from no registry. */
  readonly repoDigest: string | null;
  /** `os/arch[/variant]`; null where the engine doesn't say. */
  readonly platform: string | null;
}

const platformOf = ({ Os, Architecture, Variant }: { Os?: string; Architecture?: string; Variant?: string }) =>
  Os && Architecture ? [Os, Architecture, Variant].filter(Boolean).join('/') : null;

/** One image may have come from several repositories: the digest under the one that was named is meant. */
const repoDigestOf = (digests: readonly string[], reference: string): string | null => {
  const repository = familiarName(reference.replace(/@sha256:.*$|:[\w.-]+$/, ''));
  return digests.find((digest) => familiarName(digest).startsWith(`${repository}@`)) ?? digests[0] ?? null;
};

/** Looks an image up; null where the engine hasn't got it. */
export const inspectImage = async (docker: Docker, reference: string): Promise<LocalImage | null> => {
  try {
    const found = await docker.getImage(reference).inspect();
    return {
      reference,
      id: found.Id,
      environment: found.Config?.Env ?? [],
      labels: found.Config?.Labels ?? {},
      repoDigest: repoDigestOf(found.RepoDigests ?? [], reference),
      platform: platformOf(found as { Os?: string; Architecture?: string; Variant?: string }),
    };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
};

/** `linux/x86_64` and `linux/amd64` are one. */
const canonical = (platform: string): string => {
  const [os = '', arch = '', variant] = platform.toLowerCase().split('/');
  const machine = usualMachine(arch);
  return [os, machine, machine === 'arm64' && variant === 'v8' ? undefined : variant].filter(Boolean).join('/');
};

/** Whether an image is of a platform; where either is unknown it is taken to be. */
export const isOfPlatform = (image: LocalImage, platform: string | null): boolean =>
  platform === null || image.platform === null || canonical(image.platform).startsWith(canonical(platform));
