import { describe, expect, it } from 'vitest';
import { coverageWishOf } from '../../../../../src/core/evaluation/coverage/coverageWish';
import { coverageWords } from '../../../../../src/core/evaluation/coverage/coverageWords';
import { measureCoverage } from '../../../../../src/core/evaluation/coverage/measureCoverage';
import { emptyInstance } from '../../../../../src/core/instance/emptyInstance';

const section = (path: string, ...counts: readonly number[]) =>
  [`SF:${path}`, ...counts.map((count, i) => `DA:${i + 1},${count}`), 'end_of_record'].join('\n');

const report = (...sections: readonly string[]) => [{ name: 'coverage-1-lcov.info', text: sections.join('\n') }];

const measure = (files: readonly string[] | null, ...sections: readonly string[]) =>
  measureCoverage({ reports: [], files }, report(...sections));

describe('the files that count', () => {
  it('are those that the instance names, also where the report has absolute paths of either kind', () => {
    const wanted = ['src/a.js'];
    for (const path of ['src/a.js', './src/a.js', '/testbed/src/a.js', 'C:\\bed\\src\\a.js'])
      expect(measure(wanted, section(path, 1, 0), section('test/a.test.js', 1, 1))).toMatchObject({
        share: 0.5,
        executed: 1,
        lines: 2,
        of: 'named',
        problem: null,
      });
  });

  it('are all of the report where it names none, and all below a folder', () => {
    const both = [section('src/a.js', 1, 0), section('lib/b.js', 1, 1)] as const;
    expect(measure(null, ...both)).toMatchObject({ share: 0.75, of: 'all' });
    expect(measure(['src/'], ...both)).toMatchObject({ share: 0.5, of: 'named' });
  });

  it('a named file that no report speaks of is unknown, never the total of another', () => {
    const { share, problem } = measure(['src/a.js'], section('dist/bundle.js', 1, 1));
    expect(share).toBeNull();
    expect(problem).toBe('no report speaks of src/a.js; they speak of dist/bundle.js');
  });

  it('of two that may be meant the one nearest to the root counts; two as near are unknown', () => {
    expect(measure(['a.js'], section('a.js', 1), section('old/a.js', 0)).share).toBe(1);
    expect(measure(['a.js'], section('/x/a.js', 1), section('/y/a.js', 0)).problem).toContain('several files may be');
  });

  it('no report, an unreadable one and a file without lines are said', () => {
    expect(measureCoverage({ reports: [], files: null }, []).problem).toBe('the tests left no coverage report');
    expect(measure(['a.js'], 'DA:1,1').problem).toContain('coverage-1-lcov.info: line 1');
    expect(measure(['a.js'], 'SF:a.js\nend_of_record').problem).toContain('no line that could be executed');
  });

  it('says it in words', () => {
    const measured = measure(['src/a.js'], section('src/a.js', 1, 1, 0));
    expect(coverageWords(measured)).toBe('line coverage 0.667 (2 of 3 lines of src/a.js)');
    expect(coverageWords(measure(null, section('a', 1), section('b', 1)))).toContain('of all 2 files of the report');
  });
});

describe('what an instance asks for', () => {
  const instance = (extra: Record<string, unknown>, taskType: string | null = null) => ({
    ...emptyInstance,
    id: 'a',
    extra,
    labels: taskType === null ? {} : { taskTypes: [{ value: taskType, source: 'data' as const }] },
  });

  it("is its row's own words, else the environment's, else all files where it is of type TG", () => {
    const own = { report: 'coverage/lcov.info', files: ['src/a.js'] };
    const environment = { reports: ['cov.json'], files: null };
    expect(coverageWishOf(instance({ coverage: own }), environment)).toEqual({
      reports: ['coverage/lcov.info'],
      files: ['src/a.js'],
    });
    expect(coverageWishOf(instance({}), environment)).toBe(environment);
    expect(coverageWishOf(instance({}, 'TG'))).toEqual({ reports: [], files: null });
    expect(coverageWishOf(instance({}, 'BF'))).toBeNull();
  });

  it('takes no path that leaves the testbed or that a shell could read otherwise', () => {
    const bad = ['../x', '/etc/passwd', 'a/../../b', '', '-rf', '.git/config', 'a;b', '$(x)', 'a\nb', '`x`', 7, null];
    expect(coverageWishOf(instance({ coverage: { report: bad, files: bad } }))).toEqual({ reports: [], files: null });
  });
});
