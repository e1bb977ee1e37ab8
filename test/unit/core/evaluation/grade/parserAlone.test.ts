import { describe, expect, it } from 'vitest';
import { parseLogStream } from '../../../../../src/core/evaluation/grade/parserAlone';
import { namedParsers, parserNamed } from '../../../../../src/core/evaluation/logs/namedParser';

const parse = (log: string, name = 'pytest') => {
  const parser = parserNamed(name, 'swebench-v5');
  if (!parser) throw new Error(`no parser ${name}`);
  return parseLogStream(parser, async function* () {
    yield new TextEncoder().encode(log);
  });
};

const section = (inside: string) => `>>>>> Start Test Output\n${inside}>>>>> End Test Output\n`;

describe('a parser alone', () => {
  it('gives every result with line and bytes, and counts them by status', async () => {
    const log = section('PASSED t.py::a\nFAILED t.py::b - é\nPASSED t.py::c\n');
    const { results, counts, parser, warnings } = await parse(log);
    expect(parser).toBe('parse_log_pytest');
    expect(results.map(({ id, status, line }) => [id, status, line])).toEqual([
      ['t.py::a', 'PASSED', 2],
      ['t.py::b', 'FAILED', 3],
      ['t.py::c', 'PASSED', 4],
    ]);
    const bytes = new TextEncoder().encode(log);
    const shown = results.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
    expect(shown).toEqual(['PASSED t.py::a', 'FAILED t.py::b - é', 'PASSED t.py::c']);
    expect(counts).toEqual({ PASSED: 2, FAILED: 1 });
    expect(warnings).toEqual([]);
  });

  it('reads the section alone where both markers stand', async () => {
    const { results } = await parse(`PASSED outside\n${section('PASSED inside\n')}`);
    expect(results.map(({ id }) => id)).toEqual(['inside']);
  });

  it.each(['pytest', 'jest-json'])('reads the whole log without markers and says so (%s)', async (name) => {
    const report =
      '{"numTotalTests":1,"testResults":[{"name":"f","assertionResults":[{"ancestorTitles":[],"fullName":"a","title":"a","status":"passed"}]}]}';
    const { results, warnings } = await parse(name === 'pytest' ? 'PASSED a\n' : `${report}\n`, name);
    expect(results).toHaveLength(1);
    expect(warnings).toEqual(['the log has no start marker of the test section: the whole log was read']);
  });

  it('tells the signs of the environment and what colours hide', async () => {
    const log = section('\u001b[32mPASSED\u001b[0m a\ncurl: Could not resolve host: x\n');
    const { results, signs, warnings } = await parse(log);
    expect(results).toEqual([]);
    expect(signs).toMatchObject([{ kind: 'dns', line: 3 }]);
    expect(warnings.join()).toContain('colour codes hide 1 results');
  });
});

describe('parsers by name', () => {
  it('are found with and without the prefix of the harness, and those of SWE-smith by their own', () => {
    expect(parserNamed('parse_log_gotest', 'swebench-v5')?.name).toBe('parse_log_gotest');
    expect(parserNamed('gotest', 'swebench-v5')?.name).toBe('parse_log_gotest');
    expect(parserNamed('smith_gotest', 'swebench-v5')?.name).toBe('smith_gotest');
    expect(parserNamed('nope', 'swebench-v5')).toBeNull();
  });

  it('are all listed, and only those that depend on an instance give none', () => {
    const none = namedParsers.filter((name) => parserNamed(name, 'swebench-v5') === null);
    expect(none).toEqual(['immutable_js', 'jekyll', 'lighthouse']);
    expect(namedParsers).toContain('smith_mypy');
  });
});
