import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canaryKey } from '../../../fakes/canary';
import { answerJson, askAgent, chatReply, fakeUpstream, openedGateway } from '../../../fakes/gateway';

const hello = { model: 'gpt-x', messages: [{ role: 'user', content: 'Fix it' }] };

describe('the gateway', () => {
  it('asks the run’s model with the run’s key and gives the answer back byte by byte', async () => {
    const reply = JSON.stringify(chatReply('ä done'), null, 3);
    const upstream = await fakeUpstream((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'openai-organization': 'acme',
        'set-cookie': 'a=b',
        'x-request-id': 'r1',
      });
      response.end(reply);
    });
    const { gateway, record } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: canaryKey(), speaks: ['chat'] },
    });
    const body = '{"model":"gpt-x","seed":12345678901234567890, "messages":[{"role":"user","content":"Fix it"}]}';
    const answer = await askAgent(gateway.socketPath, {
      body,
      headers: { cookie: 'c', 'openai-organization': 'x', 'openai-beta': 'b1' },
    });
    expect([answer.status, answer.text]).toEqual([200, reply]);
    expect(answer.headers).toMatchObject({ 'x-request-id': 'r1' });
    expect(answer.headers).not.toHaveProperty('openai-organization');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    const [seen] = upstream.seen;
    expect(seen?.url).toBe('/v1/chat/completions');
    expect(seen?.headers).toMatchObject({ authorization: `Bearer ${canaryKey()}`, 'openai-beta': 'b1' });
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers).not.toHaveProperty('openai-organization');
    expect(seen?.body).toBe(
      '{"model":"real-model","seed":12345678901234567890,"messages":[{"role":"user","content":"Fix it"}]}',
    );
    expect(gateway.counts()).toEqual({
      turns: 1,
      sideCalls: 0,
      usage: { prompt: 100, cached: null, cacheWrite: null, completion: 10, reasoning: null },
      costUsd: 0.0002,
    });
    const lines = await record();
    expect(lines.map(({ kind }) => kind)).toEqual(['opened', 'request', 'reply', 'call']);
    expect(lines[1]).toMatchObject({ body });
    expect(lines[2]).toMatchObject({ text: reply });
    expect(JSON.stringify(lines)).not.toContain(canaryKey());
  });

  it('lets nobody but its own user near the socket, and leaves but its folder, for as long as a sandbox is mounted on it', async () => {
    const upstream = await fakeUpstream(answerJson(chatReply('hi')));
    const { gateway } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: null, speaks: ['chat'] },
    });
    expect(statSync(gateway.socketPath).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(gateway.socketPath)).mode & 0o777).toBe(0o700);
    await askAgent(gateway.socketPath, { body: hello });
    await gateway.close();
    await gateway.close();
    expect(readdirSync(dirname(gateway.socketPath))).toEqual([]);
    await expect(askAgent(gateway.socketPath, { body: hello })).rejects.toThrow();
  });
});
