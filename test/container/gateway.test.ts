import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Session } from '../../src/core/run/container/session';
import { forwarderFor } from '../../src/core/run/gateway/forwarders/forwarderFor';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { canaryKey, holdsCanary } from '../fakes/canary';
import { answerStream, chatReply, fakeUpstream, openedGateway } from '../fakes/gateway';
import { noImageHooks } from '../fakes/shellJob';
import { throwAway } from '../fakes/throwAway';
import { dockerAnswers } from './engines';
import { runStep, sessionSpec } from './sessions';

const image = 'touchstone-tests/agents:host';

beforeAll(async () => {
  if (!dockerAnswers) return;
  const request = { image, recipe: { base: 'host', packages: ['nodejs'] }, namedByData: false };
  await new DockerEngine(null).prepareImage(request, noImageHooks);
});

afterAll(async () => {
  if (dockerAnswers) await new Docker().getImage(image).remove({ force: true });
});

/** Something on the host that listens where a sandbox must not come. */
const hostServer = async (address: string): Promise<number> => {
  const server: Server = createServer((_, response) => response.end('the host'));
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
};

/** Asks everything that could be a way out, and prints what answered, a line of JSON. */
const probe = `
const net = require('net'), http = require('http'), dns = require('dns'), fs = require('fs');
const [ports, asked] = [JSON.parse(process.argv[1]), process.env.TOUCHSTONE_GATEWAY_PORT];
const connect = (options) => new Promise((resolve) => {
  const socket = net.connect(options);
  const end = (word) => { socket.destroy(); resolve(word); };
  socket.setTimeout(1500, () => end('silent'));
  socket.on('connect', () => end('CONNECTED')); socket.on('error', (error) => end(error.code));
});
const ask = (path, method = 'GET', body, headers = {}) => new Promise((resolve) => {
  const request = http.request({ host: '127.0.0.1', port: asked, path, method, headers }, (answer) => {
    let text = ''; answer.on('data', (part) => (text += part)); answer.on('end', () => resolve([answer.statusCode, text]));
  });
  request.on('error', (error) => resolve([0, error.code])); request.end(body);
});
const readAll = (file) => { try { return fs.readFileSync(file, 'latin1'); } catch { return ''; } };
(async () => {
  const body = JSON.stringify({ model: 'any', stream: true, messages: [{ role: 'user', content: 'hello' }] });
  const out = {
    model: await ask('/v1/chat/completions', 'POST', body, { authorization: 'Bearer own' }),
    loopback: await connect({ host: '127.0.0.1', port: ports.loopback }),
    bridge: await connect({ host: '172.17.0.1', port: ports.everywhere }),
    metadata: await connect({ host: '169.254.169.254', port: 80 }),
    internet: await connect({ host: '1.1.1.1', port: 443 }),
    docker: await connect({ path: '/var/run/docker.sock' }),
    otherSocket: await connect({ path: ports.otherSocket }),
    dns: await new Promise((resolve) => dns.lookup('example.com', (error) => resolve(error ? error.code : 'RESOLVED'))),
    other: (await ask('/v1/files'))[0],
    proxied: (await ask('http://127.0.0.1:' + ports.loopback + '/'))[0],
    otherHost: (await ask('/v1/models', 'GET', undefined, { host: 'api.openai.com' }))[0],
    files: fs.readdirSync('/run/gateway'),
    written: (() => { try { fs.writeFileSync('/run/gateway/x', ''); return 'WRITTEN'; } catch (error) { return error.code; } })(),
    environments: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
      .map((pid) => readAll('/proc/' + pid + '/environ') + readAll('/proc/' + pid + '/cmdline')).join('|'),
  };
  console.log(JSON.stringify(out));
})();
`;

const inSandbox = async (socketFolder: string, work: (session: Session) => Promise<void>): Promise<void> => {
  const mounts = [{ hostPath: socketFolder, path: '/run/gateway' }];
  const session = await new DockerSessions(null).openSession(sessionSpec({ image, mounts }));
  try {
    await work(session);
  } finally {
    await session.close();
  }
};

const uploadForwarder = async (session: Session): Promise<void> => {
  const folder = await throwAway('forwarder-');
  const { name, text } = forwarderFor('node');
  writeFileSync(join(folder, name), text);
  await session.upload(folder, '/opt/forwarder');
};

const throughForwarder = (run: readonly string[]): readonly string[] => {
  const script = '/opt/forwarder/forwarder.js';
  return forwarderFor('node').command({ script, program: 'node', port: 0, socket: '/run/gateway/model.sock', run });
};

const reply = `data: ${JSON.stringify({ choices: [{ delta: { content: 'hi' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

const opened = async () => {
  const upstream = await fakeUpstream((request, response) =>
    request.url.endsWith('/chat/completions')
      ? answerStream(reply)(request, response)
      : response.end(JSON.stringify(chatReply('no'))),
  );
  const options = { kind: 'http', baseUrl: upstream.baseUrl, key: canaryKey(), speaks: ['chat'] } as const;
  return { ...(await openedGateway({ upstream: options })), upstream };
};

describe.skipIf(!dockerAnswers)('a sandbox with the gateway as its only way out', () => {
  it('reaches the model and nothing else, and the key is nowhere in it', async () => {
    const { gateway, upstream, record } = await opened();
    const other = join(await throwAway('other-'), 'other.sock');
    const otherServer = createNetServer().listen(other);
    onTestFinished(() => void otherServer.close());
    const ports = {
      loopback: await hostServer('127.0.0.1'),
      everywhere: await hostServer('0.0.0.0'),
      otherSocket: other,
    };
    await inSandbox(join(gateway.socketPath, '..'), async (session) => {
      await uploadForwarder(session);
      const run = ['node', '-e', probe, JSON.stringify(ports)];
      const { stdout, stderr, exitCode } = await runStep(session, throughForwarder(run));
      expect([stderr, exitCode]).toEqual(['', 0]);
      const { environments, ...found } = JSON.parse(stdout) as Record<string, unknown>;
      expect(found).toEqual({
        model: [200, reply],
        loopback: 'ECONNREFUSED',
        bridge: 'ENETUNREACH',
        metadata: 'ENETUNREACH',
        internet: 'ENETUNREACH',
        docker: 'ENOENT',
        otherSocket: 'ENOENT',
        dns: expect.stringMatching(/^E/),
        other: 404,
        proxied: 400,
        otherHost: 421,
        files: ['model.sock'],
        written: 'EROFS',
      });
      expect(environments).toContain('/run/gateway/model.sock');
      expect(holdsCanary(String(environments))).toBe(false);
      const files = await runStep(
        session,
        'find / -xdev -type f -size -4M -not -path "/proc/*" -newer /opt/forwarder -print0 2>/dev/null | xargs -0 cat 2>/dev/null',
      );
      expect(holdsCanary(files.stdout)).toBe(false);
      expect(JSON.stringify(await new Docker().getContainer(session.id).inspect())).not.toContain(canaryKey());
    });
    expect(upstream.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/chat/completions', `Bearer ${canaryKey()}`],
    ]);
    expect(gateway.counts()).toMatchObject({ turns: 1, sideCalls: 0 });
    expect(holdsCanary(JSON.stringify(await record()))).toBe(false);
  });
});
