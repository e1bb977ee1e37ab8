import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSigns } from '../../../../../src/core/evaluation/check/logSigns';
import { speaksOfNetwork } from '../../../../../src/core/evaluation/check/networkLooks';
import { run } from './runs';

describe('a line that speaks of a missing network', () => {
  it.each([
    "E   requests.exceptions.ConnectionError: HTTPSConnectionPool(host='httpbin.org', port=443): Max retries exceeded with url: /get",
    'E   socket.gaierror: [Errno -3] Temporary failure in name resolution',
    "  error: 'getaddrinfo EAI_AGAIN registry.npmjs.org'",
    'npm ERR! code ENOTFOUND',
    'npm error network request to https://registry.npmjs.org/left-pad failed',
    '    dial tcp: lookup proxy.golang.org: Temporary failure in name resolution',
    'dial tcp 142.250.74.113:443: connect: network is unreachable',
    'java.net.UnknownHostException: repo.maven.apache.org',
    '[ERROR] Could not transfer artifact junit:junit:pom:4.12 from/to central',
    "warning: spurious network error (3 tries remaining): [6] Couldn't resolve host name",
    'error: failed to download from `https://static.crates.io/crates/serde`',
    'curl: (6) Could not resolve host: example.org',
    'ERROR: Could not fetch URL https://pypi.org/simple/pip/',
    'urllib3.exceptions.ProxyError: Cannot connect to proxy.',
    'Error: connect ECONNREFUSED 93.184.216.34:443',
    'OSError: [Errno 101] Network is unreachable',
  ])('%s', (line) => {
    expect(speaksOfNetwork(line)).toBe(true);
  });

  it.each([
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'ConnectionRefusedError: [Errno 111] Connection refused',
    'dial tcp [::1]:8080: connect: connection refused',
    'ok 12 - retries a download',
    'AssertionError: expected 3, got 4',
    'Could not find a version that satisfies the requirement foo',
    'resolved 12 packages',
    'npm test',
  ])('not: %s', (line) => {
    expect(speaksOfNetwork(line)).toBe(false);
  });

  it('whatever the line, an answer comes at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (line) => typeof speaksOfNetwork(line) === 'boolean'),
    );
    expect(speaksOfNetwork(`Could not ${'a.'.repeat(100_000)}`)).toBe(false);
  });
});

const start = "+ : '>>>>> Start Test Output'";
const end = "+ : '>>>>> End Test Output'";
const dns = "  error: 'getaddrinfo EAI_AGAIN example.org'";

const failing = (name: string) => {
  const { tests } = run('gold', {}, {}, { failToPass: [], passToPass: [name] });
  return tests;
};
const signs = (lines: readonly string[], name: string, results = run('gold', {}).results) =>
  logSigns(lines.join('\n'), failing(name), results);

describe('signs of a missing network in a log', () => {
  it('TAP: in the failure of the test, not in that of another', () => {
    const log = [start, 'ok 1 - a', 'not ok 2 - other', dns, 'not ok 3 - keeps', '  ---', dns, 'ok 4 - b', dns, end];
    const { results } = run('gold', {}, { results: new Map() });
    const known = new Map([...results, ['other', { status: 'FAILED', line: 3, start: 0, end: 0 } as const]]);
    known.set('b', { status: 'PASSED', line: 8, start: 0, end: 0 });
    expect(signs(log, 'keeps', known).network).toEqual([{ line: 7, text: dns, test: 'keeps', place: 'failure' }]);
  });

  it('pytest: in its section and in the summary', () => {
    const id = 'tests/test_a.py::TestX::test_get[a b]';
    const log = [
      start,
      '=================================== FAILURES ===================================',
      '_____________________________ TestX.test_get[a b] ______________________________',
      'E   socket.gaierror: [Errno -2] Name or service not known',
      '=========================== short test summary info ============================',
      `FAILED ${id} - socket.gaierror: [Errno -2] Name or service not known`,
      end,
    ];
    expect(signs(log, id).network.map(({ line, test }) => [line, test])).toEqual([
      [4, id],
      [6, id],
    ]);
  });

  it('go: between the start of a test and its result', () => {
    const log = [
      start,
      '=== RUN   TestGet',
      '    dial tcp: lookup example.org: no such host',
      '--- FAIL: TestGet (0.01s)',
      end,
    ];
    expect(signs(log, 'TestGet').network).toMatchObject([{ line: 3, test: 'TestGet', place: 'failure' }]);
  });

  it('outside of all tests it is said to be so; what the script shows of the repository is none', () => {
    const log = [
      '+ git show',
      '+Could not resolve host: a.b',
      ' getaddrinfo ENOTFOUND a',
      'npm ERR! code ENOTFOUND',
      start,
      end,
    ];
    expect(signs(log, 'keeps').network).toMatchObject([{ line: 4, test: null, place: 'outside' }]);
  });

  it('the name of a test is none', () => {
    expect(signs([start, 'not ok 1 - says getaddrinfo ENOTFOUND', end], 'says getaddrinfo ENOTFOUND').network).toEqual(
      [],
    );
  });
});

describe('a test patch that git refused', () => {
  const refused = ['error: patch failed: test/a.js:12', 'error: test/a.js: patch does not apply'];

  it('stands before the tests', () => {
    const log = ["error: pathspec 'test/patch.js' did not match any file(s) known to git", ...refused, start, end];
    expect(signs(log, 'keeps').refusals.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('is nothing that a test prints, nor in a log without the marker', () => {
    expect(signs([start, ...refused, end], 'keeps').refusals).toEqual([]);
    expect(signs(refused, 'keeps').refusals).toEqual([]);
  });
});
