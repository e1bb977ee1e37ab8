import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { networkSettings } from '../../../../src/io/git/networkSettings';
import { makeFolder } from '../../../fakes/workspaceContext';

afterEach(() => vi.unstubAllEnvs());

describe('networkSettings', () => {
  it("hands a host the user's own settings for the network, and none that runs anything else", async () => {
    const home = await makeFolder();
    const config =
      '[credential]\n\thelper = store\n[http]\n\tproxy = http://proxy:1\n[core]\n\thooksPath = /evil\n\tsshCommand = ssh -v\n[alias]\n\tx = !id\n';
    await writeFile(join(home, '.gitconfig'), config);
    vi.stubEnv('HOME', home);
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined);
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
    const env = await networkSettings({ kind: 'url', url: 'https://example.org/x' }, home);
    expect(Object.values(env)).toEqual(
      expect.arrayContaining([
        'credential.helper',
        'store',
        'http.proxy',
        'http://proxy:1',
        'core.sshcommand',
        'ssh -v',
      ]),
    );
    expect(Object.values(env).join('\n')).not.toMatch(/hookspath|alias/i);
  });

  it('lets a local folder of another user be read, for its path alone', async () => {
    const cache = await makeFolder();
    const env = await networkSettings({ kind: 'path', path: '/repos/a "b"' }, cache);
    const text = await readFile(env['GIT_CONFIG_GLOBAL'] ?? '', 'utf8');
    expect(text).toContain('directory = "/repos/a \\"b\\""');
    expect(text).not.toContain('*');
  });
});
