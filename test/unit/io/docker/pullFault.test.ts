import { describe, expect, it } from 'vitest';
import { parseImageName } from '../../../../src/io/docker/imageName';
import { pullFailure, pullFault } from '../../../../src/io/docker/pullFault';

const hub = parseImageName('swebench/x:1');

describe('what a failed pull means', () => {
  it.each([
    ['toomanyrequests: You have reached your unauthenticated pull rate limit.', 'limited'],
    ['toomanyrequests: retry-after: 1.5s, allowed: 1000/minute', 'limited'],
    ['unexpected status code: 429 Too Many Requests', 'limited'],
    ['pull access denied for x, repository does not exist or may require docker login: denied', 'denied'],
    ['Head "https://ghcr.io/v2/x": unauthorized', 'denied'],
    ['manifest for x:1 not found: manifest unknown: manifest unknown', 'missing'],
    ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'platform'],
    ['received unexpected HTTP status: 503 Service Unavailable', 'passing'],
    ['Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host', 'passing'],
    ['net/http: TLS handshake timeout', 'passing'],
    ['unexpected EOF', 'passing'],
    ['write /var/lib/docker/tmp/x: no space left on device', 'disk'],
    ['invalid reference format', 'other'],
  ])('%s: %s', (words, kind) => {
    expect(pullFailure(words).kind).toBe(kind);
  });

  it('reads when a registry will answer again', () => {
    expect(pullFailure('toomanyrequests: retry-after: 1.5s')).toEqual({ kind: 'limited', waitMs: 1500 });
    expect(pullFailure('toomanyrequests: retry-after: 250ms')).toEqual({ kind: 'limited', waitMs: 250 });
    expect(pullFailure('toomanyrequests')).toEqual({ kind: 'limited', waitMs: null });
  });

  it('says when Docker Hub lifts its limit, and how to raise it', () => {
    const { message } = pullFault(hub, 'toomanyrequests', null, false);
    expect(message).toContain('Docker Hub counts over six hours');
    expect(message).toContain('Log in by `docker login`,');
    expect(message).toContain('touchstone.images');
  });

  it('is a matter of the network or the disk where it is', () => {
    expect(pullFault(hub, 'TLS handshake timeout', null, false).what).toBe('network');
    expect(pullFault(hub, 'no space left on device', null, false).what).toBe('disk');
  });
});
