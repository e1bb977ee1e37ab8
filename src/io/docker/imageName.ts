import { EnvironmentFault } from '../../core/shared/problem';

const reference =
  /^(?:(?<registry>(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?|[a-z0-9-]+:\d+)\/)?(?<path>[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$/;

export interface ImageName {
  /** Complete, with a tag or digest: without one an engine would pull every tag there is. */
  readonly reference: string;
  /** Registry and namespace, for example `docker.io/swebench`: what one yes stands for. */
  readonly namespace: string;
  /** `docker.io` where the name says none. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string;
}

/** Reads an image's name; outside data may have chosen it. Throws EnvironmentFault('image') where it is none. */
export const parseImageName = (image: string): ImageName => {
  const groups = image.length > 512 ? undefined : reference.exec(image)?.groups;
  const path = groups?.['path'];
  if (path === undefined)
    throw new EnvironmentFault('image', `${JSON.stringify(image.slice(0, 200))} isn't the name of an image.`);
  const registry = groups?.['registry'];
  const repository = registry === undefined ? path : `${registry}/${path}`;
  const folders = path.split('/').slice(0, -1).join('/');
  const tag = groups?.['tag'] ?? 'latest';
  const digest = groups?.['digest'];
  return {
    reference: digest === undefined ? `${repository}:${tag}` : `${repository}@${digest}`,
    namespace: `${registry ?? 'docker.io'}/${folders === '' ? 'library' : folders}`,
    registry: registry ?? 'docker.io',
    repository,
    tag,
  };
};

/** The shortest form of a reference: engines list `docker.io/library/alpine:1` as `alpine:1`, or the other way round. */
export const familiarName = (image: string): string =>
  image.replace(/^(?:docker\.io|localhost)\//, '').replace(/^library\//, '');
