import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ErrorTypeReader } from '../../src/core/evaluation/errorTypeReader';

const data = process.env['TOUCHSTONE_DATA'] ?? path.join(__dirname, '..', '..', '..', 'shared', 'data');
const folder = path.join(data, 'benchmarks');
const missing = !fs.existsSync(folder);
if (missing) console.warn(`Error types of real logs are left out: ${folder} is not there.`);

const failedOf = (report: string): string[] => {
  const entry = Object.values(JSON.parse(fs.readFileSync(report, 'utf8')) as Record<string, never>)[0] as
    | { readonly tests_status?: Record<string, { readonly failure: readonly string[] }> }
    | undefined;
  return ['FAIL_TO_PASS', 'PASS_TO_PASS'].flatMap((list) => entry?.tests_status?.[list]?.failure ?? []);
};

/** Type, and the beginning of the line that decided. */
const typeOf = (log: string, report: string) => {
  const reader = new ErrorTypeReader(failedOf(path.join(folder, report)));
  const lines = fs.readFileSync(path.join(folder, log), 'utf8').split('\n');
  for (const line of lines) reader.line(line);
  const { type, line } = reader.finish();
  return [type, line === null ? null : lines[line - 1]?.trim()];
};

describe.skipIf(missing)('error types of real logs', () => {
  it.each([
    ['astropy-14369', 'other', 'ValueError'],
    ['django-15629', 'assertion', "AssertionError: None != 'nocase'"],
    ['matplotlib-21568', 'assertion', 'AssertionError: assert'],
    ['requests-1921-gold', 'other', "KeyError: 'authorization'"],
    ['pylint-8898', 'import', 'ImportError while loading conftest'],
    ['sympy-12489', 'name', "NameError: name 'cls' is not defined"],
  ])('%s is %s by its line', (id, type, words) => {
    const [found, line] = typeOf(`eval_py/${id}/test_output.txt`, `eval_py/${id}/report.json`);
    expect(found).toBe(type);
    expect(line).toContain(words);
  });

  it.each([
    ['axios__axios-5892.base', 'assertion', 'Expected values to be strictly equal'],
    ['axios__axios-5085.gold', 'other', 'getaddrinfo ENOTFOUND postman-echo.com'],
    ['markedjs__marked-1825.base', 'assertion', 'Expected: '],
  ])('%s is %s by its line', (id, type, words) => {
    const [found, line] = typeOf(`eval_js/${id}.test_output.txt`, `eval_js/${id}.report.json`);
    expect(found).toBe(type);
    expect(line).toContain(words);
  });
});
