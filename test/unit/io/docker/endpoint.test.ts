import { createHash } from 'node:crypto';
import { Agent } from 'node:https';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, findEndpoint } from '../../../../src/io/docker/endpoint';
import { sshArguments } from '../../../../src/io/docker/sshAgent';
import { tempFolder } from '../../../fakes/tempFolder';

const names = ['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_TLS', 'DOCKER_TLS_VERIFY', 'DOCKER_CERT_PATH'];
beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv('DOCKER_CONFIG', '/nowhere');
});
afterEach(() => vi.unstubAllEnvs());

/** A docker configuration folder with one context in use. */
const contextFolder = (docker: object, tls: Readonly<Record<string, string>> = {}): string => {
  const temp = tempFolder();
  onTestFinished(temp.remove);
  const id = createHash('sha256').update('büro').digest('hex');
  temp.write('config.json', JSON.stringify({ currentContext: 'büro' }));
  temp.write(`contexts/meta/${id}/meta.json`, JSON.stringify({ Name: 'büro', Endpoints: { docker } }));
  for (const [name, text] of Object.entries(tls)) temp.write(`contexts/tls/${id}/docker/${name}.pem`, text);
  vi.stubEnv('DOCKER_CONFIG', temp.path);
  return temp.path;
};

const tlsOf = (address: string | null) => {
  const { agent } = findEndpoint(address).options as { readonly agent?: Agent };
  if (!(agent instanceof Agent)) return null;
  const { ca, cert, key, rejectUnauthorized } = agent.options;
  return { ca: ca?.toString(), cert: cert?.toString(), key: key?.toString(), verify: rejectUnauthorized };
};

describe('where the engine answers', () => {
  it('the setting comes first, then DOCKER_HOST, then the context', () => {
    contextFolder({ Host: 'unix:///run/context.sock' });
    expect(findEndpoint(null)).toMatchObject({ options: { socketPath: '/run/context.sock' } });
    vi.stubEnv('DOCKER_HOST', 'unix:///run/other.sock');
    expect(findEndpoint(null)).toMatchObject({ options: { socketPath: '/run/other.sock' } });
    expect(findEndpoint('unix:///run/mine.sock')).toMatchObject({ address: 'unix:///run/mine.sock' });
  });

  it('DOCKER_HOST fills nothing in where the setting says something else', () => {
    vi.stubEnv('DOCKER_HOST', 'ssh://ada@elsewhere');
    const modem: object = connect(findEndpoint('unix:///run/mine.sock')).modem;
    expect(modem).toMatchObject({ socketPath: '/run/mine.sock', protocol: 'http', host: undefined });
    expect(process.env['DOCKER_HOST']).toBe('ssh://ada@elsewhere');
  });

  it('ports are the usual ones where none is named', () => {
    expect(findEndpoint('tcp://10.0.0.1').options).toMatchObject({ host: '10.0.0.1', protocol: 'http', port: 2375 });
    expect(findEndpoint('tcp://10.0.0.1:99').options).toMatchObject({ port: 99 });
    expect(findEndpoint('https://engine.example').options).toMatchObject({ protocol: 'https', port: 443 });
    vi.stubEnv('DOCKER_TLS_VERIFY', '1');
    expect(findEndpoint('tcp://[::1]').options).toMatchObject({ host: '::1', protocol: 'https', port: 2376 });
  });

  it('TLS material comes from the context, and SkipTLSVerify is honoured', () => {
    contextFolder({ Host: 'tcp://10.0.0.1:2376' }, { ca: 'CA', cert: 'CERT', key: 'KEY' });
    expect(tlsOf(null)).toEqual({ ca: 'CA', cert: 'CERT', key: 'KEY', verify: true });
    contextFolder({ Host: 'tcp://10.0.0.1:2376', SkipTLSVerify: true });
    expect(tlsOf(null)).toEqual({ ca: undefined, cert: undefined, key: undefined, verify: false });
    contextFolder({ Host: 'tcp://10.0.0.1:2375' });
    expect(tlsOf(null)).toBe(null);
  });

  it('TLS material comes from DOCKER_CERT_PATH with DOCKER_TLS_VERIFY; half of a pair is refused', () => {
    const temp = tempFolder();
    onTestFinished(temp.remove);
    for (const name of ['ca', 'cert', 'key']) temp.write(`${name}.pem`, name);
    vi.stubEnv('DOCKER_CERT_PATH', temp.path);
    expect(tlsOf('tcp://10.0.0.1')).toBe(null);
    vi.stubEnv('DOCKER_TLS_VERIFY', '1');
    expect(tlsOf('tcp://10.0.0.1')).toEqual({ ca: 'ca', cert: 'cert', key: 'key', verify: true });
    const half = tempFolder();
    onTestFinished(half.remove);
    half.write('cert.pem', 'x');
    vi.stubEnv('DOCKER_CERT_PATH', half.path);
    expect(() => findEndpoint('tcp://10.0.0.1')).toThrow('TLS needs both');
  });

  it('a context that is not there is said, not passed over', () => {
    vi.stubEnv('DOCKER_CONTEXT', 'gone');
    expect(() => findEndpoint(null)).toThrow('The docker context "gone" isn\'t there');
    vi.stubEnv('DOCKER_CONTEXT', 'default');
    expect(findEndpoint(null).address).toContain('.sock');
  });

  it.each(['tcp://me:secret@host:2376', 'https://me:secret@host'])('%s would stand in records', (address) => {
    expect(() => findEndpoint(address)).toThrow(/no password/);
    expect(() => findEndpoint(address)).not.toThrow(/secret/);
  });

  it.each(['ftp://x', 'nonsense', 'tcp://', 'ssh://'])('%s is none', (address) => {
    expect(() => findEndpoint(address)).toThrow(/isn't unix:\/\/|names no host/);
  });

  it.each(['ssh://-oProxyCommand=x', 'ssh://-la@host', 'ssh://a:secret@host', 'ssh://host/a b;id', 'ssh://host/$(id)'])(
    '%s is refused, for ssh would take it otherwise',
    (address) => {
      expect(() => findEndpoint(address)).toThrow(/names no host|no password|can't take/);
    },
  );
});

describe('the words of ssh', () => {
  it('name user, port and socket, and end options before the host', () => {
    expect(sshArguments({ host: 'h', user: 'ada', port: 2222, socket: '/run/x.sock' }).join(' ')).toBe(
      '-T -o BatchMode=yes -o ConnectTimeout=30 -l ada -p 2222 -- h docker --host unix:///run/x.sock system dial-stdio',
    );
    expect(sshArguments({ host: 'h', user: null, port: null, socket: null }).slice(-5).join(' ')).toBe(
      '-- h docker system dial-stdio',
    );
  });
});
