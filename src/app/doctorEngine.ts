import type { EngineFacts } from '../core/run/container/engineFacts';
import { imageSpaceFloor } from '../core/run/container/imageBudget';
import type { ImageStore } from '../core/run/container/keptImage';
import { counted } from '../core/shared/counted';
import { sizeText } from '../core/shared/sizeText';

/** One thing that was looked at. `ok` null: it works, with a limit that is worth knowing. */
export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean | null;
  readonly detail: string;
  /** What to do about it; null where nothing needs to be done. */
  readonly fix: string | null;
}

const oldestApi = [1, 41];

const isOld = (version: string | null): boolean => {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = oldestApi;
  return version !== null && (major < wantedMajor || (major === wantedMajor && minor < wantedMinor));
};

const podmanFix =
  'Limits need cgroup 2 and delegated controllers; the socket is started by `systemctl --user enable --now podman.socket`.';

const kindCheck = (facts: EngineFacts): DoctorCheck => {
  const { product, apiVersion, architecture, cgroup, storageDriver, operatingSystem, rootless } = facts;
  const parts = [
    product,
    apiVersion && `API ${apiVersion}`,
    architecture,
    cgroup && `cgroup ${cgroup}`,
    storageDriver,
    operatingSystem,
    rootless && 'rootless',
  ];
  const detail = parts.filter(Boolean).join(', ');
  if (isOld(apiVersion))
    return { name: 'engine', ok: false, detail, fix: 'API 1.41 is needed: Docker 20.10 or later, or Podman 4.' };
  const limits = /podman/i.test(product) && (rootless || cgroup?.startsWith('1'));
  return { name: 'engine', ok: limits ? null : true, detail, fix: limits ? podmanFix : null };
};

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/** How the engine is reached; null where that is this machine's socket. */
const connectionCheck = (endpoint: string): readonly DoctorCheck[] => {
  if (endpoint.startsWith('ssh:'))
    return [{ name: 'connection', ok: true, detail: `over ssh (${endpoint})`, fix: null }];
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !['tcp:', 'http:', 'https:'].includes(url.protocol)) return [];
  const isPlain = url.protocol === 'http:' || (url.protocol === 'tcp:' && url.port === '2375');
  if (!isPlain || isLoopback(url.hostname))
    return [{ name: 'connection', ok: true, detail: `over ${isPlain ? 'tcp' : 'TLS'} (${endpoint})`, fix: null }];
  const detail = `over tcp without TLS (${endpoint}): patches and logins can be read on the way`;
  return [
    { name: 'connection', ok: null, detail, fix: 'Use ssh://, or TLS by DOCKER_TLS_VERIFY and DOCKER_CERT_PATH.' },
  ];
};

const spaceCheck = ({ freeBytes, dataRoot }: EngineFacts): DoctorCheck => {
  const name = 'engine disk';
  if (freeBytes === null)
    return { name, ok: null, detail: "free space unknown: the engine's disk isn't this machine's", fix: null };
  const detail = `${sizeText(freeBytes)} free at ${dataRoot}`;
  const isLow = freeBytes < imageSpaceFloor;
  const fix = `Nothing is pulled or built below ${sizeText(imageSpaceFloor)}: touchstone doctor --clean --images`;
  return { name, ok: !isLow, detail, fix: isLow ? fix : null };
};

const imageCheck = async (store: ImageStore): Promise<DoctorCheck> => {
  const images = await store.list();
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  const built = images.filter(({ origin }) => origin === 'built').length;
  const kinds = images.length === 0 ? '' : ` (${built} built, ${images.length - built} pulled), ${sizeText(bytes)}`;
  return { name: 'images', ok: true, detail: `${counted(images.length, 'image')} of ours${kinds}`, fix: null };
};

/** What the engine is, how it is reached, and what of ours lies on it. */
export const engineChecks = async (
  open: () => Promise<{ readonly store: ImageStore; facts(): Promise<EngineFacts> }>,
  endpoint: string,
): Promise<readonly DoctorCheck[]> => {
  try {
    const { store, facts } = await open();
    const known = await facts();
    return [kindCheck(known), ...connectionCheck(endpoint), spaceCheck(known), await imageCheck(store)];
  } catch (error) {
    const detail = `it says no more of itself: ${error instanceof Error ? error.message : String(error)}`;
    return [{ name: 'engine', ok: null, detail, fix: null }];
  }
};
