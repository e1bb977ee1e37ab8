import { describe, expect, it } from 'vitest';
import { machineFormats } from '../../../../../src/core/evaluation/logs/machineFormats';
import { readLog, statusesIn } from '../../../../fakes/readLog';

const read = (name: string, ...lines: readonly string[]) => {
  const parser = machineFormats.get(name);
  if (!parser) throw new Error(`no format ${name}`);
  return { statuses: statusesIn(parser, lines.join('\n')), results: readLog(parser, lines.join('\n')) };
};

describe('JUnit XML', () => {
  const log = [
    '$ cat report.xml',
    '<?xml version="1.0"?>',
    '<testsuites><testsuite name="s" tests="5">',
    '<testcase classname="a.B" name="one &lt;1&gt; &#x41;"/>',
    "<testcase name='two' classname='a.B'>",
    '  <failure message="it > was">',
    '    <![CDATA[<testcase name="forged"/>]]> &unknown;',
    '  </failure></testcase>',
    '<testcase classname="a.B" name="three"><error/></testcase>',
    '<testcase classname="" name="four"><skipped/></testcase>',
    '<testcase name="five" classname="c" status="notrun"',
    ' time="0"/>',
    '<!-- <testcase name="hidden"/> -->',
    '</testsuite></testsuites>',
    'done <testcase classname="d" name="six"/> <b',
    '<testsuite><testcase classname="e" name="cut">',
  ];

  it('reads all documents of a log, decodes names, and believes neither text nor comments', () => {
    expect(read('junit-xml', ...log).statuses).toEqual({
      'a.B::one <1> A': 'PASSED',
      'a.B::two': 'FAILED',
      'a.B::three': 'ERROR',
      four: 'SKIPPED',
      'c::five': 'SKIPPED',
      'd::six': 'PASSED',
    });
  });

  it('gives the lines of the whole element as its place', () => {
    const two = read('junit-xml', ...log).results.get('a.B::two');
    expect(log.join('\n').slice(two?.start, two?.end)).toBe(log.slice(4, 8).join('\n'));
    expect(two?.line).toBe(5);
  });

  it('expands no entity and reads no document type', () => {
    const bomb = ['<?xml version="1.0"?>', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'];
    const { statuses } = read('junit-xml', ...bomb, '<testsuite><testcase name="&b;" classname="c"/></testsuite>');
    expect(statuses).toEqual({ 'c::&b;': 'PASSED' });
  });
});

describe('TAP', () => {
  it('reads versions, subtests, YAML blocks, directives, bare points and a bail out', () => {
    const log = [
      'TAP version 14',
      '1..4',
      '# Subtest: outer',
      '    ok 1 - inner',
      '      ---',
      '      ok 9 - no point',
      '      ...',
      '    1..1',
      'ok 1 - outer',
      'not ok 2 - todo # TODO later',
      'ok 3',
      'ok 4 - skipped # skip why',
      'Bail out! no database',
    ];
    expect(read('tap', ...log).statuses).toEqual({
      inner: 'PASSED',
      outer: 'PASSED',
      todo: 'XFAIL',
      3: 'PASSED',
      skipped: 'SKIPPED',
      'Bail out! no database': 'ERROR',
    });
  });
});

describe('go test -json', () => {
  it('puts the package before the test, and says when a package did not build', () => {
    const log = [
      '{"Action":"run","Package":"p/a","Test":"T"}',
      '{"Time":"x","Action":"pass","Package":"p/a","Test":"T/case \\"q\\"","Elapsed":0}',
      '  {"Action":"fail","Package":"p/a","Test":"T"}',
      '{"Action":"skip","Package":"p/a","Test":"U"}',
      '{"Action":"fail","Package":"p/a"}',
      '{"Action":"fail","Package":"p/broken"}',
      '{"Action":"output","Package":"p/a","Output":"{\\"Action\\":\\"pass\\"}"}',
      '{"Action":"pass","Package":"p/a","Test":"cut',
      '{"Action":"pass","Test":"V"} trailing',
    ];
    expect(read('go-test-json', ...log).statuses).toEqual({
      'p/a.T/case "q"': 'PASSED',
      'p/a.T': 'FAILED',
      'p/a.U': 'SKIPPED',
      'p/broken': 'ERROR',
    });
  });
});

describe('libtest JSON', () => {
  it('reads tests and leaves suites and beginnings out', () => {
    const log = [
      '{ "type": "suite", "event": "started", "test_count": 3 }',
      '{ "type": "test", "event": "started", "name": "a::b" }',
      '{ "type": "test", "name": "a::b", "event": "ok" }',
      '{ "type": "test", "name": "a::c", "event": "failed", "stdout": "x\\n" }',
      '{ "type": "test", "name": "a::d", "event": "ignored" }',
      '{ "type": "suite", "event": "failed" }',
    ];
    expect(read('cargo-json', ...log).statuses).toEqual({ 'a::b': 'PASSED', 'a::c': 'FAILED', 'a::d': 'SKIPPED' });
  });
});

describe('reports that are one JSON document', () => {
  it('reads pytest-json-report among other output, over lines', () => {
    const log = [
      'running {',
      '{"not": "closed"',
      '{"created": 1.5e9, "exitcode": 1,',
      ' "collectors": [{"nodeid": "", "outcome": "passed"}, {"nodeid": "b.py", "outcome": "failed"}],',
      ' "tests": [',
      '  {"nodeid": "a.py::t[x y]", "outcome": "passed"},',
      '  {"nodeid": "a.py::u",',
      '   "outcome": "xfailed"}, {"nodeid": "a.py::v", "outcome": "error"}, {"nodeid": "a.py::w", "outcome": "xpassed"}]}',
    ];
    const { statuses, results } = read('pytest-json', ...log);
    expect(statuses).toEqual({
      'b.py': 'ERROR',
      'a.py::t[x y]': 'PASSED',
      'a.py::u': 'XFAIL',
      'a.py::v': 'ERROR',
      'a.py::w': 'PASSED',
    });
    const place = results.get('a.py::u');
    expect(log.join('\n').slice(place?.start, place?.end)).toBe(log.slice(6, 8).join('\n'));
  });

  it('reads mocha, a failure over a pass of the same title', () => {
    const test = (title: string) => `{"title": "x", "fullTitle": "${title}"}`;
    const log = `{"stats": {}, "passes": [${test('a b')}, ${test('c')}], "pending": [${test('d')}], "failures": [${test('c')}]}`;
    expect(read('mocha-json', log).statuses).toEqual({ 'a b': 'PASSED', c: 'FAILED', d: 'SKIPPED' });
  });

  it('reads jest and vitest, and says which file did not load', () => {
    const tests = [
      '{"ancestorTitles": ["a", "b"], "title": "c", "fullName": "a b c", "status": "passed"}',
      '{"ancestorTitles": [], "title": "d", "status": "todo"}',
      '{"fullName": "e", "status": "failed"}',
    ];
    const files = `[{"name": "/x/a.test.js", "status": "failed", "assertionResults": [${tests}]},
 {"name": "/x/b.test.js", "status": "failed", "assertionResults": []}]`;
    for (const name of ['jest-json', 'vitest-json'])
      expect(read(name, `{"numTotalTests": 3, "testResults": ${files}}`).statuses).toEqual({
        'a > b > c': 'PASSED',
        d: 'SKIPPED',
        e: 'FAILED',
        '/x/b.test.js': 'ERROR',
      });
  });

  it('stands any depth', () => {
    expect(read('mocha-json', `{"passes": ${'['.repeat(200_000)}`).statuses).toEqual({});
  });
});
