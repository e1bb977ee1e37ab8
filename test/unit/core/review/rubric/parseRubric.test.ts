import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../../../src/core/review/rubric/parseRubric';
import { pathText } from '../../../../../src/core/review/rubric/rubricProblem';
import { readRubricText } from '../../../../../src/io/store/rubricFile';
import { documentOf } from '../patchReview';

// biome-ignore lint/suspicious/noExplicitAny: tests bend documents out of shape
type Bent = any;
// biome-ignore lint/suspicious/noExplicitAny: tests bend documents out of shape
const problemsAfter = (bend: (document: any) => void, id = 'patch-review') => {
  const document = documentOf(id);
  bend(document);
  const { rubric, problems } = parseRubric(document);
  return { usable: rubric !== null, said: problems.map(({ code, path }) => `${code} ${pathText(path)}`), problems };
};

describe('the shape of a rubric file', () => {
  it('refuses an unknown key at the key and guesses what was meant', () => {
    const { usable, problems } = problemsAfter((document) => {
      document.criteria[1].showif = document.criteria[1].showIf;
      delete document.criteria[1].showIf;
    });
    expect(usable).toBe(false);
    expect(problems.map(({ path }) => pathText(path))).toEqual(['criteria[1].showif']);
    expect(problems[0]?.reason).toBe('unknown field. Did you mean "showIf"? Own fields start with "x-".');
  });

  it('lets own fields stand anywhere', () => {
    const { usable } = problemsAfter((document) => {
      document['x-owner'] = 'us';
      document.criteria[0].options[0]['x-note'] = { deep: [1] };
    });
    expect(usable).toBe(true);
  });

  it.each([
    ['a missing title', (document: { title?: string }) => delete document.title, 'schema title'],
    [
      'a question without ?',
      (d: { criteria: { question: string }[] }) => (d.criteria[0]!.question = 'Is it'),
      'schema criteria[0].question',
    ],
    ['a bad version', (document: { version: string }) => (document.version = '1'), 'schema version'],
    ['a strange pane', (document: { panes: string[] }) => document.panes.push('crystal'), 'schema panes[7]'],
    [
      'one example',
      (d: { training: { examples: unknown[] } }) => d.training.examples.pop(),
      'schema training.examples',
    ],
    [
      'a condition that is none',
      (d: { criteria: { showIf: unknown }[] }) => (d.criteria[1]!.showIf = { when: 1 }),
      'schema criteria[1].showIf',
    ],
    [
      'code as condition',
      (d: { criteria: { showIf: unknown }[] }) => (d.criteria[1]!.showIf = 'correct == true'),
      'schema criteria[1].showIf',
    ],
  ] as const)('says where: %s', (_name, bend, said) => {
    expect(problemsAfter(bend as never).said).toEqual([said]);
  });

  it('survives what is no rubric at all', () => {
    for (const document of [null, 7, 'text', [], { schema: 'touchstone-rubric/2' }])
      expect(parseRubric(document).rubric).toBeNull();
  });
});

describe('the rules R101 to R112', () => {
  it.each([
    ['R101', (d: Bent): unknown => (d.criteria[1].id = 'correct'), 'R101 criteria[1].id'],
    ['R102', (d: Bent): unknown => delete d.criteria[0].options[1].anchor, 'R102 criteria[0].options[1]'],
    ['R103', (d: Bent): unknown => d.criteria[0].options.pop(), 'R103 criteria[0].options'],
    [
      'R104 later',
      (d: Bent): unknown => (d.criteria[0].showIf = { criterion: 'complete', is: ['all'] }),
      'R104 criteria[0].showIf',
    ],
    [
      'R104 value',
      (d: Bent): unknown => (d.criteria[1].showIf = { criterion: 'correct', is: ['yes'] }),
      'R104 criteria[1].showIf',
    ],
    ['R105', (d: Bent): unknown => delete d.overall.options[0].counts, 'R105 overall.options[0]'],
    ['R106 twice', (d: Bent): unknown => (d.criteria[2].options[1].key = '1'), 'R106 criteria[2].options[1].key'],
    ['R106 fixed', (d: Bent): unknown => (d.criteria[2].options[1].key = 's'), 'R106 criteria[2].options[1].key'],
    ['R106 focus', (d: Bent): unknown => (d.criteria[0].keys = { focus: 'j' }), 'R106 criteria[0].keys.focus'],
    [
      'R107 value',
      (d: Bent): unknown => (d.training.examples[0].answers.side_effects = 4),
      'R107 training.examples[0].answers.side_effects',
    ],
    [
      'R107 hidden',
      (d: Bent): unknown => (d.training.examples[0].answers.unasked = ['other']),
      'R107 training.examples[0].answers.unasked',
    ],
    [
      'R107 missing',
      (d: Bent): unknown => delete d.training.examples[0].answers.complete,
      'R107 training.examples[0].answers.complete',
    ],
    ['R108', (d: Bent): unknown => (d.criteria[0].evidence.when = ['no']), 'R108 criteria[0].evidence.when[0]'],
    [
      'R109',
      (d: Bent): unknown => (d.criteria[0].pairsWith[0].field = 'judge.nobody'),
      'R109 criteria[0].pairsWith[0].field',
    ],
    ['R110', (d: Bent): unknown => d.consensus.order.pop(), 'R110 consensus.order'],
  ] as const)('%s', (_code, bend, said) => {
    const found = problemsAfter(bend);
    expect(found.usable).toBe(false);
    expect(found.said).toContain(said);
  });

  it('R107: an example against a blocking rule', () => {
    const { said } = problemsAfter((document) => {
      document.consistency[1].level = 'block';
      document.training.examples[0].overall = 'right';
    });
    expect(said).toEqual(['R107 training.examples[0]']);
  });

  it('R111 and R112 warn and stop nothing', () => {
    const joined = problemsAfter((document) => {
      document.criteria[0].question = 'Is it correct and does it build?';
    });
    expect(joined).toMatchObject({ usable: true, said: ['R111 criteria[0].question'] });
    const many = problemsAfter((document) => {
      for (let index = 0; index < 6; index++)
        document.criteria.push({ id: `more_${index}`, question: 'What?', kind: 'text', required: false });
    });
    expect(many).toMatchObject({ usable: true, said: ['R112 criteria'] });
  });
});

describe('a rubric as text', () => {
  it('names the line', () => {
    const text = 'schema: touchstone-rubric/1\nid: Bad Name\n';
    const { problems } = readRubricText(text, 'mine.yaml');
    expect(problems).toContainEqual(expect.objectContaining({ where: 'mine.yaml line 2', field: 'id' }));
  });

  it('says where YAML itself is broken, and refuses repeated keys', () => {
    expect(readRubricText('id: [', 'a.yaml').problems[0]?.where).toBe('a.yaml line 1');
    expect(readRubricText('id: a\nid: b\n', 'a.yaml').problems[0]?.where).toBe('a.yaml line 2');
  });

  it('refuses a document whose aliases multiply', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghi'.split('').map((n, i) => `${n}: &${n} [${`*${'abcdefgh'[i]}, `.repeat(9)}*${'abcdefgh'[i]}]`),
    ];
    expect(readRubricText(bomb.join('\n'), 'bomb.yaml').rubric).toBeNull();
  });
});
