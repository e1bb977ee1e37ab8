import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canaryKey, holdsCanary } from '../../../fakes/canary';
import { commandLine } from '../../../fakes/commandLine';
import { chatServer } from '../../../fakes/modelServers/chatServer';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;

beforeEach(() => {
  folder = tempFolder();
  vi.stubEnv('TOUCHSTONE_MODELS', join(folder.path, 'settings', 'models.yaml'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const served = (address: string): string =>
  `models:\n  - id: served\n    protocol: openai\n    model: m\n    baseUrl: ${address}/v1\n    key: CANARY_KEY\n    prices: { input: 1, output: 2 }\n`;

describe('touchstone models', () => {
  it('begins a file, lists what is in it with what each model lacks, and does not write over it', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'set');
    vi.stubEnv('ANTHROPIC_API_KEY', '');
    expect((await commandLine('models')).err).toContain('touchstone models --init');
    expect((await commandLine('models', '--init')).code).toBe(0);
    expect(existsSync(join(folder.path, 'settings', 'models.yaml'))).toBe(true);
    const { code, out } = await commandLine('models');
    expect(code).toBe(0);
    expect(out).toMatch(/gpt-5-mini +gpt-5-mini at api.openai.com, price unknown +ready\n/);
    expect(out).toMatch(/claude-sonnet .* not ready: the key ANTHROPIC_API_KEY is not set\n/);
    expect(await commandLine('models', '--init')).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    expect((await commandLine('models', '--init', '--check', 'x')).code).toBe(2);
  });

  it('says the faults of the file and lists the entries that are good, with --json as JSON', async () => {
    folder.write(
      'settings/models.yaml',
      `${served('http://127.0.0.1:9')}  - id: bad\n    protocol: latin\n    model: x\n`,
    );
    const { code, out, err } = await commandLine('models', '--json');
    expect(code).toBe(1);
    expect(err).toContain('line 9 protocol: "latin" is none of openai');
    expect(JSON.parse(out)).toMatchObject([{ id: 'served', lack: 'the key CANARY_KEY is not set' }]);
  });

  it('asks a model for one token and says what it took', async () => {
    const server = chatServer([{ kind: 'reply', reply: { content: 'Yes' } }]);
    folder.write('settings/models.yaml', served(await server.open()));
    vi.stubEnv('CANARY_KEY', canaryKey());
    const { code, out, err } = await commandLine('models', '--check', 'served');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^served answers \(served-model, \d+ ms\): 20 tokens in, 5 out, \$0.00003\n$/);
    expect(server.seen[0]?.body['max_tokens']).toBe(1);
    await server.close();
    const down = await commandLine('models', '--check', 'served');
    expect(down).toMatchObject({ code: 3, err: expect.stringContaining('Is the server running') });
    expect(holdsCanary(out + err + down.out + down.err)).toBe(false);
  });

  it('ends with 1 for a wrong key and for a name that there is not', async () => {
    const server = chatServer([]);
    folder.write('settings/models.yaml', served(await server.open()));
    vi.stubEnv('CANARY_KEY', 'sk-wrong-0123456789');
    const wrong = await commandLine('models', '--check', 'served');
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('Look whether the key in CANARY_KEY is right'),
    });
    expect(wrong.err).not.toContain('sk-wrong');
    expect((await commandLine('models', '--check', 'serve')).err).toContain('Did you mean served?');
    await server.close();
  });

  it("takes a study's own models before the user's, but for one that would send a key elsewhere", async () => {
    folder.write('settings/models.yaml', served('http://127.0.0.1:9'));
    const study = served('http://evil.example').replace('id: served', 'id: theirs');
    folder.write(
      'study/models.yaml',
      `${study}  - id: free\n    protocol: openai\n    model: x\n    baseUrl: http://127.0.0.1:8\n`,
    );
    const { out, err } = await commandLine('models', '--study', join(folder.path, 'study'), '--json');
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(['free', 'served']);
    expect(err).toContain('"theirs" would send the key CANARY_KEY to http://evil.example');
  });
});
