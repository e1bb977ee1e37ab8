import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Gateway, GatewayOptions } from '../../src/io/gateway/gatewayOptions';
import { openGateway } from '../../src/io/gateway/openGateway';
import { throwAway } from './throwAway';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface FakeUpstream {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
}

type Answer = (request: SeenRequest, response: http.ServerResponse) => void;

/** A provider's server on the loopback, for one test. */
export const fakeUpstream = async (answer: Answer): Promise<FakeUpstream> => {
  const seen: SeenRequest[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts).toString() };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
};

export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly recordFile: string;
  /** Lines of the record, after the gateway was closed. */
  record(): Promise<readonly Record<string, unknown>[]>;
}

/** A gateway for one test, of a model `real-model`. */
export const openedGateway = async (
  options: Pick<GatewayOptions, 'upstream'> & Partial<GatewayOptions>,
): Promise<OpenedGateway> => {
  const folder = await throwAway('gw-');
  const recordFile = join(folder, 'records', 'one.gateway.jsonl');
  const gateway = await openGateway({
    socketFolder: join(folder, 's'),
    limits: { turns: 0, costUsd: 0, wallSeconds: 0 },
    model: 'real-model',
    prices: { input: 1, cachedInput: 0.1, cacheWrite: 2, output: 10 },
    recordFile,
    ...options,
  });
  onTestFinished(() => gateway.close());
  const record = async () => {
    await gateway.close();
    const lines = readFileSync(recordFile, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { gateway, recordFile, record };
};

export interface AgentAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Whether the connection broke before the end. */
  readonly cut: boolean;
}

export interface AgentRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: unknown;
}

const collect = (answer: http.IncomingMessage): Promise<AgentAnswer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let cut = false;
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', () => {
      cut = true;
    });
    answer.on('close', () => {
      const bytes = Buffer.concat(parts);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString(), cut });
    });
  });

/** Asks a gateway as an agent would, through its socket. */
export const askAgent = (socketPath: string, request: AgentRequest): Promise<AgentAnswer> =>
  new Promise((resolve, reject) => {
    const { method = 'POST', path = '/v1/chat/completions', headers = {}, body } = request;
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const asked = http.request({
      socketPath,
      method,
      path,
      headers: {
        host: '127.0.0.1:8377',
        authorization: 'Bearer agents-own',
        'content-type': 'application/json',
        ...headers,
      },
    });
    asked.on('response', (answer) => resolve(collect(answer)));
    asked.on('error', reject);
    asked.end(text);
  });

/** A chat reply as a server would give it. */
export const chatReply = (text: string, usage: unknown = { prompt_tokens: 100, completion_tokens: 10 }) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'real-model',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage,
});

export const answerJson =
  (value: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

export const answerStream =
  (text: string, pieces: readonly number[] = []): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(text);
    let at = 0;
    for (const size of pieces) {
      response.write(bytes.subarray(at, at + size));
      at += size;
    }
    response.end(bytes.subarray(at));
  };
