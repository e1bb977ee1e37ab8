import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Explorer } from '../../../../src/app/explorer/explorer';
import type { ExplorerRow, ExplorerStudy } from '../../../../src/app/explorer/explorerStudy';
import { needsRuns } from '../../../../src/app/explorer/needsRuns';
import type { FoundCheck } from '../../../../src/core/evaluation/check/datasetCheck';
import type { DefectKind } from '../../../../src/core/evaluation/check/defect';
import type { Outcome } from '../../../../src/core/evaluation/outcome';
import type { InstanceRun } from '../../../../src/core/study/instanceRuns';
import type { FacetChoice, InstanceQuery } from '../../../../src/protocol/explorer';

const runs = ['r1', 'r2'] as const;
const outcomes: readonly (Outcome | null)[] = [
  null,
  { kind: 'resolved' },
  { kind: 'unresolved', reason: 'tests' },
  { kind: 'none', reason: 'empty' },
];

const label = (value: string) => ({ value, source: 'data' as const });

const fact = fc.record({
  repo: fc.constantFrom(null, 'a/a', 'b/b'),
  languages: fc.uniqueArray(fc.constantFrom('Go', 'Python', 'C'), { maxLength: 2 }),
  difficulty: fc.constantFrom('easy', 'hard', ''),
  outcomes: fc.tuple(fc.constantFrom(...outcomes), fc.constantFrom(...outcomes)),
  overall: fc.constantFrom(null, 'right', 'wrong'),
});
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never;

const rowOf = ({ repo, languages, difficulty }: Fact, i: number): ExplorerRow => ({
  id: `x-${i}`,
  repo,
  title: `Title ${i}`,
  benchmark: 'swe-bench',
  labels: { languages: languages.map(label), ...(difficulty === '' ? {} : { difficulty: [label(difficulty)] }) },
});

const runOf = (instanceId: string, key: string, outcome: Outcome | null): InstanceRun => ({
  key,
  kind: 'prediction',
  runId: key,
  model: null,
  attempt: 1,
  instanceId,
  predictionsPath: `/${key}`,
  patchHash: key,
  patchBytes: 1,
  evaluations: [],
  outcome,
});

const studyOf = (facts: readonly Fact[]): ExplorerStudy => {
  const at = (id: string): Fact => facts[Number(id.slice(2))] as Fact;
  return {
    datasets: [{ id: 'd', path: '/d', instances: facts.map(rowOf) }],
    runs,
    runsOf: (id) => runs.map((key, i) => runOf(id, key, at(id).outcomes[i] ?? null)),
    verdictsOn: (id, hash) => {
      const { overall } = at(id);
      return hash === 'r1' && overall !== null ? [{ rater: 'me', overall, conflict: false }] : [];
    },
    checkOf: () => null,
  };
};

const explorerOf = (facts: readonly Fact[]) => new Explorer(studyOf(facts), () => ({ rows: null, revision: 0 }));

const query = (part: Partial<InstanceQuery> = {}): InstanceQuery => ({
  studyFolder: '/s',
  text: '',
  facets: {},
  sort: { by: 'data', descending: false },
  ...part,
});

/** The values of a fact, said a second time and simply. */
const valuesOf = (value: Fact): Readonly<Record<string, readonly string[]>> => ({
  repository: [value.repo ?? ''],
  language: value.languages.length > 0 ? value.languages : [''],
  difficulty: [value.difficulty],
  r1: [`r1\n${value.outcomes[0]?.kind ?? 'not-evaluated'}`],
  r2: [`r2\n${value.outcomes[1]?.kind ?? 'not-evaluated'}`],
  verdict: [value.overall ?? ''],
});

const choice = fc.record({
  repository: fc.subarray(['', 'a/a', 'b/b']),
  language: fc.subarray(['', 'Go', 'Python', 'C']),
  difficulty: fc.subarray(['easy', 'hard', '']),
  outcome: fc.subarray(['r1\nresolved', 'r1\nnone', 'r2\nunresolved', 'r2\nnot-evaluated']),
  verdict: fc.subarray(['', 'right', 'wrong']),
});

const chosenOf = (facets: FacetChoice): Readonly<Record<string, readonly string[]>> => {
  const { outcome = [], ...others } = facets;
  return {
    ...others,
    r1: outcome.filter((value) => value.startsWith('r1\n')),
    r2: outcome.filter((value) => value.startsWith('r2\n')),
  };
};

const passes = (value: Fact, facets: FacetChoice, but?: string): boolean =>
  Object.entries(chosenOf(facets)).every(
    ([name, chosen]) =>
      name === but || chosen.length === 0 || (valuesOf(value)[name] ?? []).some((each) => chosen.includes(each)),
  );

describe('the explorer', () => {
  it('finds, and counts each facet under all others, as a plain loop does', () => {
    const property = fc.property(fc.array(fact, { maxLength: 25 }), choice, (facts, facets) => {
      const explorer = explorerOf(facts);
      const found = explorer.window(query({ facets }), 0, 100).map(({ id }) => id);
      expect(found).toEqual(facts.flatMap((value, i) => (passes(value, facets) ? [`x-${i}`] : [])));
      for (const { facet, run, values } of explorer.facets(query({ facets }))) {
        const name = run ?? facet;
        if (!(name in chosenOf(facets))) continue;
        for (const { value, count } of values) {
          const counted = facts.filter((f) => passes(f, facets, name) && valuesOf(f)[name]?.includes(value));
          expect([name, value, count]).toEqual([name, value, counted.length]);
        }
      }
    });
    fc.assert(property);
  });

  it('groups so that each group finds what it counts, and its outcomes add up', () => {
    const by = fc.constantFrom(
      { facet: 'language', run: null } as const,
      { facet: 'repository', run: null } as const,
      { facet: 'outcome', run: 'r2' } as const,
    );
    const property = fc.property(fc.array(fact, { maxLength: 25 }), choice, by, (facts, facets, grouped) => {
      const explorer = explorerOf(facts);
      for (const group of explorer.groups(query({ facets, run: 'r1' }), grouped)) {
        const found = explorer.find(query({ facets: group.facets }));
        expect(found.length).toBe(group.count);
        const kinds = [...found].map((row) => facts[row]?.outcomes[0]?.kind);
        const count = (kind: string) => kinds.filter((each) => each === kind).length;
        const { resolved, unresolved, scored, none } = group.outcomes;
        expect([resolved, unresolved, scored, none]).toEqual([
          count('resolved'),
          count('unresolved'),
          0,
          count('none'),
        ]);
      }
    });
    fc.assert(property);
  });

  it('sorts by number within ids, by difficulty, by the outcome of a run; unknown last', () => {
    const base = { repo: null, languages: [], overall: null };
    const facts: Fact[] = [
      ...Array.from({ length: 9 }, () => ({ ...base, difficulty: '', outcomes: [null, null] }) as Fact),
      { ...base, difficulty: 'hard', outcomes: [{ kind: 'unresolved', reason: 'tests' }, null] },
      { ...base, difficulty: 'easy', outcomes: [{ kind: 'resolved' }, null] },
    ];
    const explorer = explorerOf(facts);
    const first = (by: InstanceQuery['sort']['by'], descending = false) =>
      explorer.window(query({ sort: { by, descending }, run: 'r1' }), 0, 2).map(({ id }) => id);
    expect(first('id')).toEqual(['x-0', 'x-1']);
    expect(first('id', true)).toEqual(['x-10', 'x-9']);
    expect(first('difficulty')).toEqual(['x-10', 'x-9']);
    expect(first('outcome')).toEqual(['x-10', 'x-9']);
  });

  it('says where people and tests disagree', () => {
    const passesButWrong = { kind: 'resolved' } as const;
    const facts = [{ repo: null, languages: [], difficulty: '', outcomes: [passesButWrong, null], overall: 'wrong' }];
    const explorer = explorerOf(facts as unknown as Fact[]);
    const list = explorer.facets(query()).find(({ facet }) => facet === 'disagreement');
    expect(list?.values).toEqual([{ value: 'passes-but-wrong', label: 'passes the tests, judged wrong', count: 1 }]);
  });

  it('filters by what a dataset check found; a stale check says nothing else', () => {
    const facts = Array.from({ length: 4 }, () => ({
      repo: null,
      languages: [],
      difficulty: '',
      outcomes: [],
      overall: null,
    }));
    const checkOf = (id: string): FoundCheck | null => {
      if (id.endsWith('3')) return null;
      const kinds: readonly DefectKind[] = id.endsWith('0') ? [] : ['gold-fails', 'too-slow'];
      const defects = kinds.map((kind) => ({ kind, words: '', evidence: [], more: 0 }));
      return { instanceId: id, defects, stale: id.endsWith('2') } as unknown as FoundCheck;
    };
    const explorer = new Explorer({ ...studyOf(facts as unknown as Fact[]), checkOf }, () => ({
      rows: null,
      revision: 0,
    }));
    const list = explorer.facets(query()).find(({ facet }) => facet === 'datasetCheck');
    expect(list?.values.map(({ label, count }) => [label, count])).toEqual([
      ['gold fails', 1],
      ['sound', 1],
      ['stale: the row has changed', 1],
      ['too slow', 1],
      ['not checked', 1],
    ]);
    expect([...explorer.find(query({ facets: { datasetCheck: ['gold_fails'] } }))]).toEqual([1]);
    expect(needsRuns(query({ facets: { datasetCheck: ['sound'] } }))).toBe(true);
  });

  it('finds nothing of a run that is gone, and says so with its chosen value', () => {
    const facts = [{ repo: null, languages: [], difficulty: '', outcomes: [null, null], overall: null }];
    const explorer = explorerOf(facts as unknown as Fact[]);
    expect(explorer.find(query({ facets: { outcome: ['gone\nresolved'] } }))).toHaveLength(0);
    const repository = explorer.facets(query({ facets: { repository: ['gone/gone'] } }))[2];
    expect(repository?.values).toContainEqual({ value: 'gone/gone', label: 'gone/gone', count: 0 });
  });

  it('finds the dataset of an id, the first where several have it', () => {
    const rows: ExplorerRow[] = [{ id: 'same', repo: null, title: null }];
    const datasets = ['/first', '/second'].map((path) => ({ id: path, path, instances: rows }));
    const none = { runs: [], runsOf: () => [], verdictsOn: () => [], checkOf: () => null };
    const explorer = new Explorer({ datasets, ...none }, () => ({ rows: null, revision: 0 }));
    expect(explorer.locate('same')).toBe('/first');
    expect(explorer.locate('other')).toBeNull();
    expect(explorer.instancesOf(query()).map(({ datasetPath }) => datasetPath)).toEqual(['/first', '/second']);
  });
});
