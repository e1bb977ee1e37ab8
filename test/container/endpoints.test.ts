import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';
import { canStartEngine, SecondEngine } from './secondEngine';

let temp: TempFolder;
beforeAll(() => {
  temp = tempFolder();
});
afterAll(() => temp.remove());
afterEach(() => vi.unstubAllEnvs());

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** One whole evaluation job over the endpoint that the environment names: files in, output, files out. */
const tryJob = async (endpoint: string | null): Promise<void> => {
  const engine = new DockerEngine(endpoint);
  await engine.prepareImage(shellImageRequest, noImageHooks);
  const output = new Uint8Array(3_000_000).fill(65);
  const script = 'cat /in/data | tee /out/data; echo done > /out/word';
  const files = [...shellJob(script).files, { path: '/in/data', bytes: output }];
  const ref = await engine.submit(shellJob(script, { files, labels: { 'dev.touchstone.run': `end-${process.pid}` } }));
  try {
    expect(await engine.wait(ref)).toMatchObject({ kind: 'finished', output: { bytes: output.byteLength } });
    const found = (await engine.files(ref)).files;
    expect(Buffer.from(found.get('word') ?? []).toString()).toBe('done\n');
    expect(found.get('data')?.byteLength).toBe(output.byteLength);
  } finally {
    await engine.remove(ref);
  }
};

/** A certificate authority and two certificates by it, as Docker's own guide makes them. */
const makeCertificates = (folder: string): void => {
  mkdirSync(folder);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=ca',
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
  );
  for (const [name, use] of [
    ['server', 'serverAuth'],
    ['', 'clientAuth'],
  ] as const) {
    const of = (what: string) => (name === '' ? `${what}.pem` : `${name}-${what}.pem`);
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${name || 'client'}`,
      '-keyout',
      of('key'),
      '-out',
      `${use}.csr`,
    );
    execFileSync('sh', ['-c', `printf 'subjectAltName=IP:127.0.0.1\\nextendedKeyUsage=${use}\\n' >${use}.ext`], {
      cwd: folder,
    });
    openssl(
      'x509',
      '-req',
      '-days',
      '2',
      '-in',
      `${use}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca-key.pem',
      '-CAcreateserial',
      '-extfile',
      `${use}.ext`,
      '-out',
      of('cert'),
    );
  }
};

/** Passes a port of ours to one in the second engine's network namespace, over a socket on disk that both see. */
const relayInto = async (second: SecondEngine, port: number): Promise<{ readonly port: number; close(): void }> => {
  const socket = join(second.folder, 'relay.sock');
  const inside = `require('net').createServer(s=>{const t=require('net').connect(${port},'127.0.0.1');s.on('error',()=>t.destroy());t.on('error',()=>s.destroy());s.pipe(t).pipe(s)}).listen('${socket}')`;
  const child = spawn('nsenter', ['-t', String(second.pid), '-n', process.execPath, '-e', inside], { stdio: 'ignore' });
  while (!existsSync(socket)) await pause(50);
  const server = net.createServer((near) => {
    const far = net.connect(socket);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    child.kill();
  };
  return { port: (server.address() as net.AddressInfo).port, close };
};

describe.skipIf(!canStartEngine)('an engine behind TLS', () => {
  let second: SecondEngine;
  let relay: Awaited<ReturnType<typeof relayInto>>;
  let certificates: string;

  beforeAll(async () => {
    certificates = join(temp.path, 'certificates');
    makeCertificates(certificates);
    second = new SecondEngine();
    for (const name of ['ca', 'server-cert', 'server-key'])
      execFileSync('cp', [join(certificates, `${name}.pem`), join(second.folder, `${name}.pem`)]);
    const at = (name: string) => join(second.folder, `${name}.pem`);
    const keys = ['--tlscacert', at('ca'), '--tlscert', at('server-cert'), '--tlskey', at('server-key')];
    await second.start(['-H', 'tcp://127.0.0.1:2376', '--tlsverify', ...keys]);
    relay = await relayInto(second, 2376);
  });
  afterAll(async () => {
    relay?.close();
    await second?.remove();
  });

  it('is spoken to with the certificates of DOCKER_CERT_PATH, and with none it says no', async () => {
    const address = `tcp://127.0.0.1:${relay.port}`;
    vi.stubEnv('DOCKER_HOST', address);
    vi.stubEnv('DOCKER_TLS_VERIFY', '1');
    vi.stubEnv('DOCKER_CERT_PATH', certificates);
    await tryJob(null);
    vi.stubEnv('DOCKER_CERT_PATH', join(temp.path, 'nothing here'));
    await expect(new DockerEngine(null).ping()).rejects.toMatchObject({ what: 'engine' });
  });

  it('is spoken to as the current context says, with the files of its tls folder', async () => {
    vi.stubEnv('DOCKER_CONFIG', join(temp.path, 'docker'));
    const file = (name: string) => `${name}=${join(certificates, `${name}.pem`)}`;
    const how = `host=tcp://127.0.0.1:${relay.port},${file('ca')},${file('cert')},${file('key')}`;
    execFileSync('docker', ['context', 'create', 'far', '--docker', how], { stdio: 'ignore' });
    execFileSync('docker', ['context', 'use', 'far'], { stdio: 'ignore' });
    expect((await new DockerEngine(null).ping()).endpoint).toBe(`tcp://127.0.0.1:${relay.port}`);
  });
});

const sshd = '/usr/sbin/sshd';
const canSsh = dockerAnswers && existsSync(sshd) && process.getuid?.() === 0;
if (!canSsh) console.warn('Left out: no SSH server can be started here (root, openssh-server)');

describe.skipIf(!canSsh)('an engine behind ssh', () => {
  let server: ChildProcess;
  let port: number;
  const at = (name: string) => join('/tmp', `touchstone-ssh-${process.pid}`, name);

  beforeAll(async () => {
    mkdirSync(at(''), { mode: 0o700 });
    for (const name of ['host', 'id']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
    execFileSync('cp', [at('id.pub'), at('authorized')]);
    if (!existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 });
    port = await freePort();
    const options = [
      `Port=${port}`,
      'ListenAddress=127.0.0.1',
      `HostKey=${at('host')}`,
      `AuthorizedKeysFile=${at('authorized')}`,
    ];
    const more = ['PermitRootLogin=prohibit-password', 'StrictModes=no', 'UsePAM=no', `PidFile=${at('pid')}`];
    server = spawn(sshd, ['-D', '-e', '-f', '/dev/null', ...[...options, ...more].flatMap((line) => ['-o', line])], {
      stdio: 'ignore',
    });
    // A person's own settings, by which their ssh would find key and host.
    execFileSync('sh', [
      '-c',
      `cat >"${at('config')}" <<END
Host engine-host
  HostName 127.0.0.1
  IdentityFile ${at('id')}
  IdentitiesOnly yes
  UserKnownHostsFile ${at('known')}
  StrictHostKeyChecking accept-new
END
printf '#!/bin/sh\\nexec /usr/bin/ssh -F ${at('config')} "$@"\\n' >"${at('ssh')}"`,
    ]);
    chmodSync(at('ssh'), 0o755);
    for (let tries = 0; tries < 100 && !existsSync(at('pid')); tries++) await pause(50);
  });
  afterAll(() => {
    server?.kill();
    execFileSync('rm', ['-rf', at('')]);
  });

  it('is spoken to through the ssh program, by the names of its own settings', async () => {
    vi.stubEnv('PATH', `${at('')}:${process.env['PATH']}`);
    const { username } = userInfo();
    await tryJob(`ssh://${username}@engine-host:${port}`);
    await tryJob(`ssh://engine-host:${port}/var/run/docker.sock`);
    expect(readFileSync(at('known'), 'utf8')).toContain('127.0.0.1');
  });

  it('that lets nobody in is no engine, with the words of ssh', async () => {
    const address = `ssh://nobody@127.0.0.1:${port}`;
    await expect(new DockerEngine(address).ping()).rejects.toMatchObject({
      what: 'engine',
      message: expect.stringMatching(/No engine at ssh:.*ssh ended with 255: .+/s),
    });
  });
});
