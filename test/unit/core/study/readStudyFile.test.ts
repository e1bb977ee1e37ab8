import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStudyFile } from '../../../../src/core/study/readStudyFile';
import { defaultBlinding } from '../../../../src/core/study/studyFile';

const minimal = `touchstone: 1
study: first-look
datasets: [data/instances.jsonl]
runs: [predictions.jsonl]
rubric: patch-review
`;

const read = (text: string) => readStudyFile(text, 'touchstone.yaml', 'folder');
const said = (text: string) => read(text).problems.map(({ code, line, field }) => [code, line, field]);
const words = (text: string): string =>
  read(text)
    .problems.map((problem) => problem.reason)
    .join('\n');

describe('readStudyFile', () => {
  it('fills in every default of the minimal file', () => {
    const { study, problems } = read(minimal);
    expect(problems).toEqual([]);
    expect(study).toMatchObject({
      id: 'first-look',
      datasets: [{ id: 'instances', path: 'data/instances.jsonl', use: 'main', line: 3 }],
      runs: [{ id: 'predictions', path: 'predictions.jsonl', attempt: 1, base: null }],
      judges: [],
      environments: [],
      rubric: 'patch-review',
      raters: [{ id: 'r1', role: 'rater' }],
      blinding: defaultBlinding,
      evaluation: { ruleSet: null, timeoutMs: null, backend: { kind: null, endpoint: null, workers: null } },
    });
  });

  it('reads blocks in full', () => {
    const { study, problems } = read(`touchstone: 1
study: { id: audit, title: A title }
datasets:
  - { id: ledger, path: ../outside.jsonl, use: training }
environments:
  - id: node20
    match: { dataset: ledger, repo: acme/ledger, instances: [acme__ledger-1] }
    repository: { bundle: ledger.bundle }
    build: { base: host, packages: [node, git], network: false }
    workdir: /work
    env: { CI: "", N: 3 }
    test: npm test
    parser: tap
runs:
  - { id: heron-2, path: runs/heron-2, model: heron-2, agent: mini, attempt: 2, logs: logs/run_evaluation/heron-2 }
  - { id: child, path: runs/child, base: heron-2 }
judges: [{ id: magpie, path: judge/magpie.jsonl, map: judge/map.yaml, rubric: patch-review@1 }]
rubric: { default: rubrics/mine.yaml, byTaskType: { RF: rubrics/refactoring.yaml } }
raters: [amber, { id: dune, role: adjudicator }]
blinding: { model: never, mask: [heron] }
evaluation: { ruleSet: swebench-v4, timeout: 20s }
backend: { kind: local, workers: 3, limits: { memory: 4GiB } }
x-ours: anything
`);
    expect(problems).toEqual([]);
    expect(study).toMatchObject({
      datasets: [{ path: '../outside.jsonl', use: 'training' }],
      environments: [
        {
          match: { dataset: 'ledger', repo: 'acme/ledger', instances: ['acme__ledger-1'] },
          repository: { kind: 'bundle', path: 'ledger.bundle' },
          build: { base: 'host', packages: ['node', 'git'] },
          env: { CI: '', N: '3' },
          test: 'npm test',
        },
      ],
      runs: [{ attempt: 2, logs: 'logs/run_evaluation/heron-2' }, { base: 'heron-2' }],
      rubric: 'rubrics/mine.yaml',
      raters: [
        { id: 'amber', role: 'rater' },
        { id: 'dune', role: 'adjudicator' },
      ],
      blinding: { model: 'never', tests: 'after-verdict', mask: ['heron'] },
      evaluation: { ruleSet: 'swebench-v4', timeoutMs: 20_000, backend: { kind: 'local', workers: 3 } },
    });
  });

  it.each([
    ['S001', `${minimal}blindng: {}\n`, 6, 'blindng', 'Did you mean "blinding"?'],
    ['S001', `${minimal}raters:\n  - { id: r1, rôle: rater }\n`, 7, 'raters[0].rôle', 'Did you mean "role"?'],
    ['S002', `${minimal}raters: all\n`, 6, 'raters', 'expected a list, found "all"'],
    ['S002', `${minimal}evaluation: { timeout: 30 }\n`, 6, 'evaluation.timeout', 'a span such as 30m'],
    ['S002', `${minimal.replace('first-look', 'First Look')}`, 2, 'study', 'expected an id'],
    ['S003', minimal.replace('study: first-look\n', ''), 1, 'study', 'study is missing'],
    ['S003', `${minimal}judges: [{ path: a.jsonl }]\n`, 6, 'judges[0].id', 'judges[0].id is missing'],
    ['S004', `${minimal}backend: { kind: podman }\n`, 6, 'backend.kind', '"podman" isn\'t one of docker, local'],
    ['S006', minimal.replace('[predictions.jsonl]', '[a.jsonl, b/a.jsonl]'), 4, 'runs[1].id', 'first in line 4'],
    [
      'S007',
      `${minimal}environments: [{ image: a, match: { dataset: nope } }]\n`,
      6,
      'environments[0].match.dataset',
      'There are: instances',
    ],
    ['S008', minimal.replace('[predictions.jsonl]', '[../secrets.jsonl]'), 4, 'runs[0]', "leaves the study's folder"],
    ['S008', minimal.replace('[predictions.jsonl]', '[/etc/passwd]'), 4, 'runs[0]', "leaves the study's folder"],
    ['S010', `${minimal}backend: { workers: 0 }\n`, 6, 'backend.workers', '0 is outside 1 to'],
    ['S100', minimal.replace('touchstone: 1', 'touchstone: 2'), 1, 'touchstone', 'This file is version 2'],
    ['S110', minimal.replace('[data/instances.jsonl]', '[]'), 3, 'datasets', 'nothing to rate'],
  ])('says %s at its line', (code, text, line, field, reason) => {
    expect(said(text)).toEqual([[code, line, field]]);
    expect(words(text)).toContain(reason);
  });

  it('says a parent that is not there, with those that are', () => {
    const text = minimal.replace('[predictions.jsonl]', '[{ id: a, path: a.jsonl, base: b }]');
    expect(words(text)).toBe('S007 runs[0].base: no run "b" here. There are: a.');
  });

  it('reads what is right of a file with faults', () => {
    const { study, problems } = read(`${minimal}runs_: []\nbackend: { kind: docker, workers: lots }\n`);
    expect(problems).toHaveLength(2);
    expect(study?.evaluation.backend).toEqual({ kind: 'docker', endpoint: null, workers: null });
  });

  it('says what is no YAML, and expands and runs nothing', () => {
    expect(words('touchstone: [1\nstudy: x')).toContain("isn't YAML");
    expect(read('just text').study).toBeNull();
    expect(read('').study).toBeNull();
    const tagged = read(`${minimal}x-code: !!js/function 'function () { throw 1 }'\n`);
    expect(tagged.study?.id).toBe('first-look');
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b]\n${minimal}`;
    expect(read(bomb).study?.id).toBe('first-look');
  });

  it('never throws, whatever stands in the file', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        expect(Array.isArray(read(text).problems)).toBe(true);
        const odd = read(
          `touchstone: 1\nstudy: x\ndatasets: ${JSON.stringify(value)}\nruns: ${JSON.stringify(value)}\n`,
        );
        expect(odd.study === null || odd.study.id === 'x').toBe(true);
      }),
    );
  });
});

describe('environments of a study file', () => {
  const text = (environment: string) =>
    `touchstone: 1\nstudy: s\ndatasets: [a.jsonl]\nenvironments:\n  - match: { repo: o/n }\n${environment}`;
  const found = (environment: string) =>
    readStudyFile(text(environment), 'touchstone.yaml', 's').problems.map(({ code, range }) => [
      code,
      text(environment).slice(...range),
    ]);

  it('name exactly one source of the image (S124)', () => {
    expect(found('    id: e\n')).toContainEqual(['S124', 'match: { repo: o/n }']);
    expect(found('    image: a\n    dockerfile: D\n').map(([code]) => code)).toContain('S124');
    expect(found('    image: a\n')).toEqual([]);
    expect(found('    repository: { path: clone }\n')).toEqual([]);
  });

  it('hold no keys (S125, S126), each marked where it stands', () => {
    expect(found('    build: { base: host, setup: ["curl -H sk-abcdefghijklmnop1234"] }\n')).toEqual([
      ['S125', '"curl -H sk-abcdefghijklmnop1234"'],
    ]);
    expect(found('    image: a\n    env: { OPENAI_API_KEY: x, TZ: UTC }\n')).toEqual([['S126', 'OPENAI_API_KEY']]);
  });

  it('name a parser that exists (S127)', () => {
    expect(found('    image: a\n    parser: pytset\n')).toEqual([['S127', 'pytset']]);
    expect(found('    image: a\n    parser: parse_log_pytest\n')).toEqual([]);
  });
});
