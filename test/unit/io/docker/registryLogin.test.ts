import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registryLogin, withoutSecrets } from '../../../../src/io/docker/registryLogin';
import { throwAway } from '../../../fakes/throwAway';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const withConfig = async (config: unknown, helper = '') => {
  const folder = await throwAway('docker config ');
  writeFileSync(join(folder, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'docker-credential-mine'), `#!/bin/sh\n${helper}`);
  chmodSync(join(folder, 'bin', 'docker-credential-mine'), 0o755);
  const env = { DOCKER_CONFIG: folder, PATH: `${folder}/bin:${process.env['PATH']}` };
  return (registry: string) => registryLogin(registry, undefined, env);
};

describe('the login of docker login', () => {
  it('is that of the registry alone, under each of its spellings', async () => {
    const auths = {
      'https://index.docker.io/v1/': { auth: base64('ada:a:b') },
      'https://ghcr.io': { auth: base64('bob:token') },
      'quay.io/': { identitytoken: 'idt' },
      'example.org/team': { auth: base64('eve:x') },
    };
    const login = await withConfig({ auths });
    expect(await login('docker.io')).toEqual({
      serveraddress: 'https://index.docker.io/v1/',
      username: 'ada',
      password: 'a:b',
    });
    expect(await login('ghcr.io')).toMatchObject({ username: 'bob', password: 'token' });
    expect(await login('quay.io')).toEqual({ serveraddress: 'quay.io', identitytoken: 'idt' });
    expect(await login('example.org')).toBeNull();
    expect(await login('constructor')).toBeNull();
  });

  it('comes from the credential helper of the registry, or from the common store', async () => {
    const says = 'cat >/dev/null; printf \'{"Username":"<token>","Secret":"s"}\'';
    expect(await (await withConfig({ credHelpers: { 'ghcr.io': 'mine' } }, says))('ghcr.io')).toEqual({
      serveraddress: 'ghcr.io',
      identitytoken: 's',
    });
    expect(await (await withConfig({ credsStore: 'mine' }, says))('docker.io')).toMatchObject({ identitytoken: 's' });
    expect(await (await withConfig({ credHelpers: { 'ghcr.io': 'mine' } }, says))('docker.io')).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['a list', []],
    ['entries of another kind', { auths: { 'ghcr.io': 'x', 'docker.io': { auth: 7 } } }],
    ['an entry without a colon', { auths: { 'ghcr.io': { auth: base64('x') } } }],
    ['a helper with a path for a name', { credHelpers: { 'ghcr.io': '../../bin/sh' } }],
    ['a helper that isn’t there', { credHelpers: { 'ghcr.io': 'nothing-of-that-name' } }],
  ])('is none where config.json has %s', async (_what, config) => {
    expect(await (await withConfig(config))('ghcr.io')).toBeNull();
  });

  it('is none where a helper fails or says nonsense', async () => {
    const config = { credHelpers: { 'ghcr.io': 'mine' } };
    expect(await (await withConfig(config, 'echo no; exit 1'))('ghcr.io')).toBeNull();
    expect(await (await withConfig(config, 'echo nonsense'))('ghcr.io')).toBeNull();
  });

  it('is taken out of every word that is said', () => {
    const login = { serveraddress: 'x', username: 'ada', password: 'geheim' };
    expect(withoutSecrets(`a geheim b ${base64('ada:geheim')}`, login)).toBe('a *** b ***');
    expect(withoutSecrets('a', null)).toBe('a');
  });
});
