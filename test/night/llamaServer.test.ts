import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptModel } from '../../src/core/run/agent/attempt';
import type { ModelEntry } from '../../src/core/run/model/modelEntry';
import { openModels } from '../../src/io/providers/openModels';
import { canaryKeys, hastyPlan, modelEntry } from '../fakes/modelServers/askedModels';
import { type LlamaServer, llamaLeftOut, openLlamaServer } from '../fakes/modelServers/llamaServer';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';

const leftOut = llamaLeftOut();
if (leftOut !== null) console.log(`llama.cpp's own server is left out: ${leftOut}.`);

describe.skipIf(leftOut !== null)("a model of llama.cpp's own server", () => {
  let folder: TempFolder;
  let server: LlamaServer | null = null;

  beforeAll(async () => {
    folder = tempFolder();
    server = await openLlamaServer(folder.path);
  }, 60_000);

  afterAll(async () => {
    await server?.close();
    folder.remove();
  });

  const opened = (params: Record<string, unknown>, further: Partial<ModelEntry> = {}): Promise<AttemptModel> => {
    const all = { max_tokens: 12, temperature: 0, ...params };
    const entry = modelEntry({ model: 'tiny', baseUrl: `${server?.address}/v1`, params: all, ...further });
    return openModels(null, hastyPlan).open(entry, canaryKeys, null, { retrying: () => undefined });
  };
  const hello = [{ role: 'user', content: 'hello' }];

  it('says the same streamed and in one piece; the latter is counted, and has a cost', async () => {
    const pieces: string[] = [];
    const streamed = await (await opened({})).ask(hello, [], { onDelta: (text) => pieces.push(text) });
    const whole = await (await opened({ stream: false })).ask(hello, []);
    const textOf = ({ response }: typeof whole) => response.choices[0]?.message.content;
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(textOf(streamed));
    expect(textOf(whole)).toBe(textOf(streamed));
    expect(streamed.response.choices[0]?.finish_reason).toBe('length');
    expect(whole.usage?.prompt).toBeGreaterThan(5);
    expect(whole.usage?.completion).toBeGreaterThanOrEqual(12);
    expect(whole.costSource).toBe('computed');
    // This server passes over stream_options: what isn't counted is unknown.
    expect(streamed).toMatchObject({ usage: null, costUsd: null, costSource: 'unknown' });
  });

  it('is asked with tools, and tells a conversation that is too long', async () => {
    const parameters = { type: 'object', properties: { command: { type: 'string' } } };
    const tool = { type: 'function', function: { name: 'bash', description: 'runs', parameters } } as const;
    const model = await opened({});
    expect((await model.ask(hello, [tool])).response.choices).toHaveLength(1);
    const long = [{ role: 'user', content: 'x'.repeat(2000) }];
    await expect(model.ask(long, [])).rejects.toMatchObject({ kind: 'context', status: 400 });
  });

  it('refuses a wrong key', async () => {
    const keys = { keyOf: async () => 'sk-wrong-0123456789' };
    const entry = modelEntry({ model: 'tiny', baseUrl: `${server?.address}/v1` });
    const model = await openModels(null, hastyPlan).open(entry, keys, null, { retrying: () => undefined });
    await expect(model.ask(hello, [])).rejects.toMatchObject({ kind: 'auth', status: 401 });
  });
});
