import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalSource,
  checkSource,
  describeSource,
  isRepositoryName,
  parseRepositorySource,
  publicSource,
} from '../../../../src/core/workspace/repositorySource';
import { runs } from '../../../fakes/runs';

const url = (text: string) => checkSource({ kind: 'url', url: text });

describe('repository sources', () => {
  it.each([
    'https://example.org/ada/lib.git',
    'https://example.org:8443/ada/lib',
    'https://[::1]/ada/lib',
    'ssh://git@example.org/ada/lib.git',
    'ssh://example.org:22/~ada/lib',
    'git@example.org:ada/lib.git',
  ])('takes %s', (text) => {
    expect(parseRepositorySource(text)).toEqual({ ok: true, value: { kind: 'url', url: text } });
  });

  it.each([
    ['/repos/lib', 'path'],
    ['../my lib', 'path'],
    ['C:\\repos\\lib', 'path'],
    ['./-odd', 'path'],
    ['history.bundle', 'bundle'],
  ])('takes %s as a %s', (path, kind) => {
    expect(parseRepositorySource(path)).toEqual({ ok: true, value: { kind, path } });
  });

  it('reads a file address as its path', () => {
    expect(parseRepositorySource('file:///a%20b/c')).toEqual({ ok: true, value: { kind: 'path', path: '/a b/c' } });
    expect(parseRepositorySource('file:///x.bundle')).toMatchObject({ value: { kind: 'bundle' } });
    expect(parseRepositorySource('file://host/x')).toMatchObject({ ok: false });
    expect(parseRepositorySource('file:///%ff')).toMatchObject({ ok: false });
    expect(parseRepositorySource('file:///a%00b')).toMatchObject({ ok: false });
  });

  it.each([
    'ext::sh -c id',
    'ext::sh',
    'fd::17',
    'http://example.org/ada/lib',
    'git://example.org/ada/lib',
    'ftp://example.org/x',
    'https://-oProxyCommand=id/x',
    'ssh://-oProxyCommand=id/x',
    'ssh://git@-oProxyCommand=id/x',
    'https://example.org',
    'https://example.org/a b',
    '-u',
    '--upload-pack=id',
    '',
    'a\nb',
    'a\u0000b',
    'https://example.org/a\r\nb',
  ])('refuses %j', (text) => {
    expect(parseRepositorySource(text)).toMatchObject({ ok: false });
  });

  it.each(['https://ada:secret@example.org/x', 'https://secret@example.org/x', 'ssh://ada:secret@example.org/x'])(
    'refuses credentials in an address, and never says them: %s',
    (text) => {
      expect(url(text)).toMatch(/user or password/);
      expect(url(text)).not.toContain('secret');
      expect(describeSource({ kind: 'url', url: text })).not.toContain('secret');
    },
  );

  it('gives the public address of owner/name alone', () => {
    expect(publicSource('ada/lib.js')).toEqual({
      ok: true,
      value: { kind: 'url', url: 'https://github.com/ada/lib.js.git' },
    });
    for (const text of ['lib', 'a/b/c', '../lib', 'ada/..', 'ada/.', '-a/b', 'ada/-b', 'a b/c', 'ada/lib\n', '/lib'])
      expect(publicSource(text)).toMatchObject({ ok: false });
  });

  it('knows addresses of one repository by the same key', () => {
    const keys = ['https://Example.org/ada/lib', 'https://example.org/ada/lib.git', 'https://example.org/ada/lib/'];
    expect(new Set(keys.map((each) => canonicalSource({ kind: 'url', url: each }))).size).toBe(1);
    expect(canonicalSource({ kind: 'url', url: 'https://example.org/Ada/lib' })).not.toBe(
      canonicalSource({ kind: 'url', url: 'https://example.org/ada/lib' }),
    );
  });

  it('never lets through what git could read as an option, a command or another protocol', () => {
    const pieces = fc.constantFrom(
      '-',
      '::',
      ':',
      '/',
      '@',
      'ext',
      'ssh',
      'https',
      '://',
      'a',
      '.',
      ' ',
      '\n',
      '\0',
      '%',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 12 }).map((each) => each.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        const parsed = parseRepositorySource(each);
        if (!parsed.ok) return;
        const given = parsed.value.kind === 'url' ? parsed.value.url : parsed.value.path;
        expect(given).not.toMatch(/^-|^[A-Za-z0-9+.-]+::|[\0\n\r]/);
        if (parsed.value.kind === 'url') expect(given).toMatch(/^https:\/\/|^ssh:\/\/|^[^:/]+@[^:/]+:/);
        else expect(given).not.toMatch(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('names a repository only by letters that an address holds as they are', () => {
    fc.assert(
      fc.property(fc.string(), (each) => {
        if (isRepositoryName(each)) expect(encodeURI(each)).toBe(each);
      }),
    );
  });
});
