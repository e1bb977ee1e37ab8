import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ForwarderRuntime, forwarderFor } from '../../../../src/core/run/gateway/forwarders/forwarderFor';
import { hasProgram } from '../../../container/hasProgram';
import { throwAway } from '../../../fakes/throwAway';

const programs: Readonly<Record<ForwarderRuntime, string>> = {
  node: process.execPath,
  python: 'python3',
  perl: 'perl',
};

/** A socket that answers each piece with `<piece>` at once, and says when the other side has no more to say. */
const echo = async (): Promise<string> => {
  const path = join(await throwAway('fw-'), 'model.sock');
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (piece) => socket.write(`<${piece}>`));
    socket.on('end', () => setTimeout(() => socket.end('after the end'), 20));
  });
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return path;
};

interface Started {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs a Node script behind the forwarder, to its end. */
const behind = async (
  runtime: ForwarderRuntime,
  socket: string,
  run: readonly string[],
  port = 0,
): Promise<Started> => {
  const { name, text, command } = forwarderFor(runtime);
  const script = join(await throwAway('fw-script-'), name);
  writeFileSync(script, text);
  const [program = '', ...words] = command({ script, program: programs[runtime], port, socket, run });
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (piece: Buffer) => {
      said[name] += piece;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...said, code };
};

/**
 * Waits for each answer before it says more, so that a forwarder that buffers would hang; half closes then; opens forty
 * connections at once; and ends by a signal.
 */
const agent = `const net = require('net');
const open = () => net.connect({ port: process.env.TOUCHSTONE_GATEWAY_PORT, host: '127.0.0.1', allowHalfOpen: true });
const talk = (done) => {
  const socket = open(); let count = 0; let text = '';
  socket.write('0');
  socket.on('data', (piece) => {
    text += piece;
    if (String(piece).endsWith('>')) { if (++count < 4) socket.write(String(count)); else socket.end(); }
  });
  socket.on('end', () => done(text));
};
const many = (done) => {
  let left = 40;
  for (let n = 0; n < 40; n++) {
    const socket = open(); let text = '';
    socket.write(String(n));
    socket.on('data', (piece) => { text += piece; if (text === '<' + n + '>' && --left === 0) done('all forty'); });
  }
};
talk((text) => many((all) => process.stdout.write(text + ', ' + all, () => process.kill(process.pid, 'SIGKILL'))));`;

const takenPort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as net.AddressInfo).port;
};

const runtimes = (['node', 'python', 'perl'] as const).filter((runtime) => hasProgram(programs[runtime]));

describe.each(runtimes)('the forwarder in %s', (runtime) => {
  it('passes each piece at once, half-closed connections too, many at once, and ends as its command does', async () => {
    const { stdout, stderr, code } = await behind(runtime, await echo(), [process.execPath, '-e', agent]);
    expect([stdout, stderr, code]).toEqual(['<0><1><2><3>after the end, all forty', '', 137]);
  });

  it('says what it could not do: start the command, take the port', async () => {
    const [socket, port] = [await echo(), await takenPort()];
    const [missing, refused] = await Promise.all([
      behind(runtime, socket, ['/no/such/program']),
      behind(runtime, socket, ['true'], port),
    ]);
    expect([missing.code, missing.stderr]).toEqual([127, expect.stringContaining('/no/such/program')]);
    expect([refused.code, refused.stderr]).toEqual([126, expect.stringContaining(`127.0.0.1:${port}`)]);
  });
});
