import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGateway } from '../../src/io/gateway/openGateway';
import { type Bench, timeInTurn } from './bench';

/** What a model that is quick takes: the gateway's own share is told against it. */
const modelMs = 50;
const claimMs = 5;

/** A provider that answers in the same time always, with a stream of fifty events. */
const startModel = async (): Promise<http.Server> => {
  const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: 'some words of a reply' }, finish_reason: null }] })}\n\n`;
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
  const server = http.createServer((request, response) => {
    request.resume().on('end', () =>
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let at = 0; at < 50; at++) response.write(chunk);
        response.end(end);
      }, modelMs),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** A conversation of about 100 kB, as an agent has after twenty turns. */
const conversation = (): string => {
  const turn = (at: number) => [
    {
      role: 'assistant',
      content: `Step ${at}`,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'bash', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: `line ${at} of an "output"\n`.repeat(180) },
  ];
  const messages = [{ role: 'user', content: 'Fix it' }, ...Array.from({ length: 20 }, (_, at) => turn(at)).flat()];
  const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }];
  return JSON.stringify({ model: 'any', stream: true, messages, tools });
};

const ask = (to: http.RequestOptions, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'localhost', 'content-type': 'application/json' };
    const request = http.request({ ...to, method: 'POST', path: '/v1/chat/completions', headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });

/** One request of an agent through the gateway (read, counted, recorded), against the same server asked at once. */
export const gateway: Bench = {
  name: 'a request through the gateway',
  limit: (modelMs + claimMs) / modelMs,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-gw-'));
    const server = await startModel();
    const { port } = server.address() as AddressInfo;
    const opened = await openGateway({
      socketFolder: join(folder, 's'),
      upstream: { kind: 'http', baseUrl: `http://127.0.0.1:${port}/v1`, key: 'a-key-of-the-bench', speaks: ['chat'] },
      limits: { turns: 0, costUsd: 0, wallSeconds: 0 },
      model: 'real',
      prices: null,
      recordFile: join(folder, 'records', 'bench.gateway.jsonl'),
    });
    const agent = new http.Agent({ keepAlive: true });
    const body = conversation();
    try {
      const times = await timeInTurn(
        40,
        () => ask({ agent, socketPath: opened.socketPath }, body),
        () => ask({ agent, host: '127.0.0.1', port }, body),
      );
      return { ...times, unit: 'ms', meaning: `a model that answers in ${modelMs} ms, asked directly` };
    } finally {
      agent.destroy();
      await opened.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
