import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AttemptModel } from '../../../../src/core/run/agent/attempt';
import { ModelFault } from '../../../../src/core/run/model/modelProvider';
import type { GatewayOptions } from '../../../../src/io/gateway/gatewayOptions';
import { openGateway } from '../../../../src/io/gateway/openGateway';
import { canaryKey } from '../../../fakes/canary';
import { answerJson, askAgent, chatReply, fakeUpstream, openedGateway } from '../../../fakes/gateway';

type Answer = Parameters<typeof fakeUpstream>[0];

const opened = async (answer: Answer, options: Partial<GatewayOptions> = {}) => {
  const upstream = await fakeUpstream(answer);
  const to = { kind: 'http', baseUrl: upstream.baseUrl, key: canaryKey(), speaks: ['chat'] } as const;
  return { ...(await openedGateway({ upstream: to, ...options })), upstream };
};

const tools = [{ type: 'function', function: { name: 'bash' } }];
const body = { model: 'x', messages: [{ role: 'user', content: 'Fix it' }], tools };
const answered = answerJson(chatReply('ok'));

/** What the gateway says to bytes that need be no request. */
const raw = async (socketPath: string, text: string): Promise<string> => {
  const socket = net.connect(socketPath);
  let said = '';
  socket.on('data', (piece) => {
    said += piece;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return said.split('\r\n', 1)[0] ?? '';
};

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 400 && !holds(); tries++) await pause(5);
  expect(holds()).toBe(true);
};

describe('a limit of the gateway', () => {
  const limits = { turns: 2, costUsd: 0, wallSeconds: 0 };

  it('of turns ends the talk, in the words of the protocol, and says so once to who runs the agent', async () => {
    const reached: string[] = [];
    const { gateway, upstream, record } = await opened(answered, { limits, onLimit: ({ kind }) => reached.push(kind) });
    const title = { ...body, tools: undefined, messages: [{ role: 'user', content: 'Write a title' }] };
    await askAgent(gateway.socketPath, { body: title });
    for (const _ of [1, 2]) expect((await askAgent(gateway.socketPath, { body })).status).toBe(200);
    const refused = await askAgent(gateway.socketPath, { body });
    expect([refused.status, refused.headers['x-should-retry']]).toEqual([429, 'false']);
    const words = 'The limit of 2 turns is reached. The run is over; no further request is answered.';
    expect(JSON.parse(refused.text)).toEqual({
      error: { message: words, type: 'rate_limit_error', param: null, code: 'limit_turns' },
    });
    const anthropic = await askAgent(gateway.socketPath, { path: '/v1/messages', body });
    expect(JSON.parse(anthropic.text)).toEqual({ type: 'error', error: { type: 'rate_limit_error', message: words } });
    expect(upstream.seen).toHaveLength(3);
    expect([reached, gateway.reached()?.kind]).toEqual([['turns'], 'turns']);
    expect(gateway.counts()).toMatchObject({ turns: 2, sideCalls: 1 });
    expect((await record()).filter(({ kind }) => kind === 'refused')).toHaveLength(2);
  });

  it('of turns is not passed by asking at the same time, and a turn that failed is none', async () => {
    let count = 0;
    const { gateway } = await opened(
      (request, response) =>
        void setTimeout(() => answerJson(chatReply('ok'), ++count === 1 ? 500 : 200)(request, response), 20),
      { limits: { ...limits, turns: 1 } },
    );
    const statuses = await Promise.all([1, 2, 3].map(() => askAgent(gateway.socketPath, { body })));
    expect(statuses.map(({ status }) => status).sort()).toEqual([429, 429, 500]);
    expect((await askAgent(gateway.socketPath, { body })).status).toBe(200);
    expect((await askAgent(gateway.socketPath, { body })).status).toBe(429);
  });

  it('of cost counts what is known, side calls too', async () => {
    const { gateway } = await opened(answered, { limits: { turns: 0, costUsd: 0.0003, wallSeconds: 0 } });
    for (const status of [200, 200, 429]) expect((await askAgent(gateway.socketPath, { body })).status).toBe(status);
    expect(gateway.reached()?.kind).toBe('cost');
  });
});

describe('a request that is none of ours', () => {
  it.each([
    ['CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n', '405'],
    ['GET http://169.254.169.254/latest HTTP/1.1\r\nHost: 169.254.169.254\r\nConnection: close\r\n\r\n', '400'],
    ['GET /v1/responses HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', '426'],
    ['GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['GET /v1/models HTTP/1.1\r\nHost: api.openai.com\r\nConnection: close\r\n\r\n', '421'],
    [
      'POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['GET /v1/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '404'],
    ['\x16\x03\x01\x02\x00', '400'],
  ])('is refused: %j', async (text, status) => {
    const { gateway, upstream } = await opened(answered);
    expect(await raw(gateway.socketPath, text)).toContain(`HTTP/1.1 ${status}`);
    expect(upstream.seen).toEqual([]);
  });

  it('has a body that is too large, compressed, or no JSON', async () => {
    const { gateway, upstream } = await opened(answered, { bounds: { requestBytes: 100 } });
    const large = { body: { ...body, more: 'x'.repeat(200) } };
    expect((await askAgent(gateway.socketPath, large)).status).toBe(413);
    const chunked = { ...large, headers: { 'transfer-encoding': 'chunked' } };
    expect((await askAgent(gateway.socketPath, chunked)).status).toBe(413);
    expect((await askAgent(gateway.socketPath, { body: '{}', headers: { 'content-encoding': 'zstd' } })).status).toBe(
      415,
    );
    expect((await askAgent(gateway.socketPath, { body: 'no' })).status).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('is one too many at the same time', async () => {
    const { gateway } = await opened((request, response) => void setTimeout(() => answered(request, response), 30), {
      bounds: { atOnce: 2 },
    });
    const answers = await Promise.all([1, 2, 3].map(() => askAgent(gateway.socketPath, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers).toMatchObject({ 'retry-after': '1' });
  });
});

describe('a provider that fails', () => {
  it('is told as it says, without the key', async () => {
    const error = { error: { message: `Incorrect API key: ${canaryKey()}`, code: 'invalid_api_key' } };
    const { gateway, record } = await opened(answerJson(error, 401, { 'openai-organization': 'acme' }));
    const answer = await askAgent(gateway.socketPath, { body });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      401,
      { error: { message: 'Incorrect API key: [key]', code: 'invalid_api_key' } },
    ]);
    expect(answer.headers).not.toHaveProperty('openai-organization');
    expect(gateway.counts()).toMatchObject({ turns: 0, costUsd: 0 });
    expect(JSON.stringify([await record(), gateway.calls()])).not.toContain(canaryKey());
  });

  it('leads nowhere else', async () => {
    const elsewhere = await fakeUpstream(answered);
    const { gateway } = await opened(
      (_, response) => void response.writeHead(307, { location: elsewhere.baseUrl }).end(),
    );
    const answer = await askAgent(gateway.socketPath, { body });
    expect([answer.status, answer.headers['location'], elsewhere.seen.length]).toEqual([502, undefined, 0]);
  });

  it('is not there, hangs up in the middle of a whole reply, or is silent for too long', async () => {
    const upstream = { kind: 'http', baseUrl: 'http://127.0.0.1:1/v1', key: canaryKey(), speaks: ['chat'] } as const;
    const { gateway: nobody } = await openedGateway({ upstream });
    const refused = await askAgent(nobody.socketPath, { body });
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('ECONNREFUSED')]);
    const { gateway } = await opened((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 10);
    });
    expect((await askAgent(gateway.socketPath, { body })).cut).toBe(true);
    const { gateway: deaf } = await opened(() => {}, { bounds: { firstByteMs: 30 } });
    expect((await askAgent(deaf.socketPath, { body })).status).toBe(504);
    const { gateway: slow } = await opened(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n'),
      {
        bounds: { idleMs: 30 },
      },
    );
    const cut = await askAgent(slow.socketPath, { body: { ...body, stream: true } });
    expect(cut.text).toContain('said nothing for');
  });
});

describe('an agent that hangs up', () => {
  it('ends the call of the provider, whose cost is then unknown', async () => {
    let ended = false;
    const { gateway, upstream } = await opened((_, response) => {
      response.on('close', () => {
        ended = true;
      });
    });
    const socket = net.connect(gateway.socketPath);
    const text = JSON.stringify(body);
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
    await until(() => upstream.seen.length === 1);
    socket.destroy();
    await until(() => ended && gateway.calls().length === 1);
    expect(gateway.calls()[0]).toMatchObject({ status: 499, fault: 'the agent hung up', usage: null });
    expect(gateway.counts()).toMatchObject({ turns: 0, costUsd: null });
  });
});

describe('a model of ours behind the gateway', () => {
  const model = (ask: AttemptModel['ask']): AttemptModel => ({ id: 'scripted', name: 'real-model', ask });
  const usage = { prompt: 9, cached: null, cacheWrite: null, completion: 1, reasoning: null };
  const reply = {
    response: chatReply('done') as never,
    usage,
    reportedCostUsd: null,
    costUsd: 0.5,
    costSource: 'reported',
  } as const;

  it.each([
    ['/v1/chat/completions', { messages: body.messages }, '"content":"done"'],
    ['/v1/responses', { input: 'Fix it' }, 'event: response.completed'],
    ['/v1/messages', { messages: body.messages }, 'event: message_stop'],
  ])('answers any protocol, at %s', async (path, asked, expected) => {
    const seen: unknown[] = [];
    const asking = model(async (messages) => {
      seen.push(messages);
      return reply;
    });
    const { gateway } = await openedGateway({ upstream: { kind: 'provider', model: asking } });
    const answer = await askAgent(gateway.socketPath, { path, body: { ...asked, model: 'x', stream: true } });
    expect(answer.text).toContain(expected);
    expect(seen).toEqual([body.messages]);
    expect(gateway.counts()).toEqual({ turns: 1, sideCalls: 0, usage, costUsd: 0.5 });
    const count = await askAgent(gateway.socketPath, { path: '/v1/messages/count_tokens', body: asked });
    expect(count.status).toBe(404);
  });

  it('that fails is not asked again', async () => {
    const fault = new ModelFault('context', 'The conversation is too long.', 400);
    const { gateway } = await openedGateway({
      upstream: { kind: 'provider', model: model(() => Promise.reject(fault)) },
    });
    const answer = await askAgent(gateway.socketPath, { body });
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([400, 'false']);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'context_length_exceeded' } });
  });
});

describe('a gateway that can not be', () => {
  const options: GatewayOptions = {
    socketFolder: '/tmp/x',
    upstream: { kind: 'http', baseUrl: 'ftp://e.org', key: null, speaks: ['chat'] },
    limits: { turns: 0, costUsd: 0, wallSeconds: 0 },
    model: 'm',
    prices: null,
    recordFile: null,
  };

  it.each([
    [options, 'has to begin with http'],
    [{ ...options, upstream: { ...options.upstream, baseUrl: 'https://a:b@e.org' } as never }, 'a name or a password'],
    [
      {
        ...options,
        upstream: { ...options.upstream, baseUrl: 'https://e.org' } as never,
        socketFolder: `/tmp/${'x'.repeat(120)}`,
      },
      'too long for a socket',
    ],
  ])('says why', async (wrong, words) => {
    await expect(openGateway(wrong)).rejects.toThrow(words);
  });
});
