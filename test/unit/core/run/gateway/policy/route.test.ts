import { describe, expect, it } from 'vitest';
import { routeOf } from '../../../../../../src/core/run/gateway/policy/route';

const host = ['Host', '127.0.0.1:8377'];
const route = (method: string, url: string, rawHeaders: readonly string[] = host) => {
  const found = routeOf({ method, url, rawHeaders });
  return found.kind === 'refused' ? found.status : found.kind === 'ask' ? found.protocol : found.kind;
};

describe('a path of the gateway', () => {
  it.each([
    ['/v1/chat/completions', 'chat'],
    ['/chat/completions', 'chat'],
    ['/v1/responses', 'responses'],
    ['/responses', 'responses'],
    ['/v1/messages?beta=true', 'anthropic'],
    ['/v1/messages/count_tokens?beta=true', 'count-tokens'],
  ])('%s is asked of the model', (url, kind) => {
    expect(route('POST', url)).toBe(kind);
  });

  it('for models is answered', () => {
    expect(route('GET', '/v1/models?client_version=0.171.0')).toBe('models');
  });

  it.each([
    '/',
    '/v1',
    '/v1/files',
    '/v1/responses/compact',
    '/v1/models/x',
    '/v1/v1/responses',
    '//v1/responses',
    '/v1//responses',
    '/v1/./responses',
    '/v1/x/../responses',
    '/v1/%72esponses',
    '/V1/responses',
    '/v1/responses/',
    '/v1/responses%00',
    '/v1\\responses',
    '/v1/responses;a=b',
    '/v1/chat/completions/../../organization/api_keys',
    '/http://169.254.169.254/latest',
  ])('%s is none', (url) => {
    expect([404, 405]).toContain(route('POST', url));
  });

  it('is no address', () => {
    for (const url of [
      'http://api.openai.com/v1/responses',
      'https://127.0.0.1/v1/models',
      'file:///etc/passwd',
      '*',
      'api.openai.com:443',
    ])
      expect(route('POST', url)).toBe(400);
  });

  it('has one method', () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) expect(route(method, '/v1/responses')).toBe(405);
    expect(route('POST', '/v1/models')).toBe(405);
  });

  it('is asked of the loopback and no other host', () => {
    for (const name of ['localhost', 'LOCALHOST:1', '[::1]:80', '127.0.0.1'])
      expect(route('POST', '/responses', ['hOsT', name])).toBe('responses');
    for (const headers of [
      [],
      ['host', 'api.openai.com'],
      ['host', '127.0.0.1@evil'],
      ['host', '127.0.0.1.evil.com'],
      [...host, ...host],
    ])
      expect(route('POST', '/responses', headers)).toBe(421);
  });
});
