import { chmodSync } from 'node:fs';
import Docker from 'dockerode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageHooks } from '../../src/core/run/container/engine';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { parseImageName } from '../../src/io/docker/imageName';
import { DockerImageStore } from '../../src/io/docker/imageStore';
import { pullImage } from '../../src/io/docker/pullImage';
import { FakeRegistry } from '../fakes/registry';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const docker = new Docker();
let registry: FakeRegistry;
let home: TempFolder;
let said: string[];

const hooks = (): ImageHooks => ({ onProgress: (text) => said.push(text), confirmPull: async () => true });
const patience = { wholeMs: 60_000, quietMs: 30_000, waits: [10, 10, 10] };
const pull = (image = registry.image, platform: string | null = null, signal?: AbortSignal) =>
  pullImage(docker, { name: parseImageName(image), platform }, hooks(), signal, patience);
const removeImage = () =>
  docker
    .getImage(registry.image)
    .remove()
    .catch(() => undefined);

beforeEach(async () => {
  registry = new FakeRegistry();
  await registry.start();
  home = tempFolder();
  said = [];
  vi.stubEnv('TOUCHSTONE_CACHE', home.path);
  vi.stubEnv('DOCKER_CONFIG', home.path);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  if (dockerAnswers) await removeImage();
  await registry.stop();
  home.remove();
});

describe.skipIf(!dockerAnswers)('an image of a registry', () => {
  it('comes with its digest and platform, is ours from then on, and can be removed again', async () => {
    const engine = new DockerEngine(null);
    const request = { image: registry.image, recipe: null, namedByData: true };
    const prepared = await engine.prepareImage(request, hooks());
    expect(prepared).toMatchObject({
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      reference: registry.image,
      repoDigest: expect.stringMatching(new RegExp(`^${registry.host}/bench/small@sha256:[0-9a-f]{64}$`)),
      platform: 'linux/amd64',
    });
    const store = new DockerImageStore(docker);
    const [ours] = (await store.list()).filter(({ id }) => id === prepared.digest);
    expect(ours).toMatchObject({ origin: 'pulled', names: [registry.image], inUse: null });
    expect(ours?.lastUsedAt).not.toBeNull();
    expect(ours && (await store.remove(ours))).toEqual({ removed: true, reason: null });
    await expect(docker.getImage(registry.image).inspect()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is asked for again after the registry failed twice', async () => {
    let failures = 0;
    registry.answering = ({ url, method }, response) => {
      if (!url?.includes('manifests') || failures === 2) return 'usual';
      // The engine asks by HEAD first and then by GET: one try.
      if (method === 'GET') failures += 1;
      return registry.refuse(response, 500, 'UNKNOWN', 'broken');
    };
    await pull();
    expect(said.filter((text) => text.includes('again in'))).toHaveLength(2);
    expect((await docker.getImage(registry.image).inspect()).Architecture).toBe('amd64');
  });

  it.each([
    [429, 'TOOMANYREQUESTS', 'image', /allows no more pulls.*docker login 127\.0\.0\.1:\d+.*mirror/],
    [401, 'UNAUTHORIZED', 'image', /refused it.*Nobody is logged in.*docker login/],
    [403, 'DENIED', 'image', /refused it.*docker login/],
  ])('says what to do where the registry answers %i, and asks no more', async (status, code, what, words) => {
    registry.answering = ({ url }, response) =>
      url === '/v2/' ? 'usual' : registry.refuse(response, status, code, 'no');
    await expect(pull()).rejects.toMatchObject({ what, message: expect.stringMatching(words) });
    expect(said.filter((text) => text.includes('again in'))).toEqual([]);
  });

  it('of a registry that allows no more is not asked for, nor are its others', async () => {
    registry.answering = ({ url }, response) =>
      url === '/v2/' ? 'usual' : registry.refuse(response, 429, 'TOOMANYREQUESTS', 'no');
    const engine = new DockerEngine(null);
    const ask = (tag: string) =>
      engine.prepareImage({ image: `${registry.host}/bench/small:${tag}`, recipe: null, namedByData: false }, hooks());
    await expect(ask('1')).rejects.toThrow('allows no more pulls');
    const { length } = registry.asked;
    await expect(ask('2')).rejects.toThrow(/small:2 was not asked for.*allows no more pulls/);
    expect(registry.asked).toHaveLength(length);
  });

  it('says which platform or which name it lacks', async () => {
    await expect(pull(registry.image, 'linux/arm64')).rejects.toThrow(/isn't there for linux\/arm64.*platform/);
    await expect(pull(`${registry.host}/bench/small:9`)).rejects.toThrow(/has no such image.*touchstone\.images/);
  });

  it('is given up where nothing comes, and at once where it is cancelled', async () => {
    registry.answering = ({ url }) => (url?.includes('blobs') ? 'answered' : 'usual');
    const once = { wholeMs: 30_000, quietMs: 300, waits: [] };
    const hung = pullImage(docker, { name: parseImageName(registry.image), platform: null }, hooks(), undefined, once);
    await expect(hung).rejects.toMatchObject({ what: 'network', message: expect.stringContaining('nothing came') });
    const stop = new AbortController();
    const cancelled = pull(registry.image, null, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 200);
    await expect(cancelled).rejects.toThrow('enough');
  });

  const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const askForLogin = () => {
    registry.answering = ({ headers }, response) => {
      if (headers.authorization === basic('ada', 'geheim:123')) return 'usual';
      response.setHeader('www-authenticate', 'Basic realm="test"');
      return registry.refuse(response, 401, 'UNAUTHORIZED', 'authentication required');
    };
  };

  it('is pulled with the login of its registry and no other', async () => {
    askForLogin();
    const auth = Buffer.from('ada:geheim:123').toString('base64');
    const other = Buffer.from('bob:andere').toString('base64');
    const auths = { [registry.host]: { auth }, 'ghcr.io': { auth: other } };
    home.write('config.json', JSON.stringify({ auths }));
    await pull();
    const given = registry.asked.map(({ authorization }) => authorization).filter((value) => value !== null);
    expect(new Set(given)).toEqual(new Set([basic('ada', 'geheim:123')]));
  });

  it('is pulled with what a credential helper says', async () => {
    askForLogin();
    const helper = home.write(
      'bin/docker-credential-test',
      `#!/bin/sh\nread -r server\n[ "$1 $server" = "get ${registry.host}" ] || exit 1\n` +
        `printf '{"Username":"ada","Secret":"geheim:123"}'\n`,
    );
    chmodSync(helper, 0o755);
    vi.stubEnv('PATH', `${home.path}/bin:${process.env['PATH']}`);
    home.write('config.json', JSON.stringify({ credHelpers: { [registry.host]: 'test' } }));
    await pull();
    expect(registry.asked.at(-1)?.authorization).toBe(basic('ada', 'geheim:123'));
  });

  it('names no key where the login is refused', async () => {
    const auth = Buffer.from('ada:falsch-987').toString('base64');
    home.write('config.json', JSON.stringify({ auths: { [registry.host]: { auth } } }));
    registry.answering = ({ headers }, response) => {
      response.setHeader('www-authenticate', 'Basic realm="test"');
      return registry.refuse(response, 401, 'UNAUTHORIZED', `not ${headers.authorization} nor falsch-987`);
    };
    const failed = await pull().catch((error: unknown) => String(error));
    expect(failed).toContain('may be too old or for somebody else');
    expect(`${failed} ${said.join(' ')}`).not.toContain('falsch-987');
    expect(`${failed} ${said.join(' ')}`).not.toContain(auth);
  });
});
