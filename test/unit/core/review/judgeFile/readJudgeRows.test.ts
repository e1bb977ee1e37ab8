import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeRow } from '../../../../../src/core/review/judgeFile/importedAnswer';
import { readJudgeMap } from '../../../../../src/core/review/judgeFile/judgeMap';
import { readJudgeRows } from '../../../../../src/core/review/judgeFile/readJudgeRows';
import { faultWords } from '../../../../../src/core/study/judges/importWords';

const rows = (...values: readonly unknown[]): readonly JudgeRow[] =>
  values.map((value, at) => ({ value, place: { file: 'j.jsonl', line: at + 1, words: `line ${at + 1}` } }));

const mapText = `judge: magpie
subject: { field: id, pattern: "{run}/{instance}" }
overall: { field: verdict, values: { CORRECT: right, INCORRECT: wrong } }
rationale: { field: analysis }
criteria:
  complete: { field: scores.complete, values: { "1": all, "0": none }, rationale: scores.why }
model: { field: grader }
prompt: { field: prompt_sha }
saw: { characters: seen, of: whole }
`;

const map = readJudgeMap(mapText, 'magpie.map.yaml').map;

const sha = 'AB'.repeat(32);
const full = {
  id: 'k/org/a:pr-1',
  verdict: 'CORRECT',
  analysis: '<img src=x onerror=alert(1)>',
  scores: { complete: 1, why: 'Both.' },
  grader: 'm-1',
  prompt_sha: sha,
  seen: 600,
  whole: '940',
};

describe("a judge's file by a map", () => {
  it('gives label, criteria with their rationale, model, prompt and what was seen; texts stay as they are', () => {
    const { answers, format } = readJudgeRows(rows(full), map);
    expect(format).toBe('mapped');
    expect(answers).toMatchObject([
      {
        judge: 'magpie',
        run: 'k',
        instanceId: 'org/a:pr-1',
        overall: 'right',
        said: 'CORRECT',
        rationale: '<img src=x onerror=alert(1)>',
        criteria: [{ id: 'complete', value: 'all', rationale: 'Both.' }],
        model: 'm-1',
        promptSha256: sha.toLowerCase(),
        saw: { characters: 600, of: 940 },
        place: { line: 1 },
      },
    ]);
  });

  it('says which line lacks which field of the map, in the words of the study file and of the editor', () => {
    const { answers, problems } = readJudgeRows(rows(full, full, { id: 'k/a' }), map);
    expect(answers).toHaveLength(2);
    expect(problems).toMatchObject([
      {
        code: 'S140',
        line: 3,
        field: 'verdict',
        reason: 'S140 j.jsonl line 3: no verdict under the map (magpie.map.yaml).',
      },
    ]);
    expect(problems.map((problem) => faultWords(problem, 'magpie.map.yaml'))).toEqual([
      'Line 3 has no field `verdict` under magpie.map.yaml',
    ]);
  });

  it('keeps a row whose label is empty or unknown, without a label and with the reason', () => {
    const { answers } = readJudgeRows(rows({ ...full, verdict: null }, { ...full, verdict: 'PARTLY' }), map);
    expect(answers).toMatchObject([
      { overall: null, reason: 'verdict is empty' },
      { overall: null, said: 'PARTLY', reason: '"PARTLY" isn\'t among the map\'s values of verdict' },
    ]);
  });

  it('refuses a subject that does not fit the pattern, and reads subjects by fields of their own', () => {
    expect(readJudgeRows(rows({ ...full, id: 'alone' }), map).problems).toMatchObject([{ code: 'row', field: 'id' }]);
    const fields = 'subject: { instance: task, run: who, attempt: n }\noverall: label\n';
    const { answers } = readJudgeRows(
      rows({ task: 'a-1', who: 'k', n: '2', label: 'wrong' }),
      readJudgeMap(fields, 'm').map,
    );
    expect(answers).toMatchObject([{ instanceId: 'a-1', run: 'k', attempt: 2, overall: 'wrong' }]);
  });

  it('reads pairs by a map too', () => {
    const pairs =
      'subject: { field: task }\npair: { a: left, b: right, winner: { field: better, values: { L: A, R: B } } }\n';
    const { answers } = readJudgeRows(
      rows({ task: 'a-1', left: 'k', right: 'h', better: 'R' }),
      readJudgeMap(pairs, 'm').map,
    );
    expect(answers).toMatchObject([{ kind: 'pair', runs: ['k', 'h'], winner: 'h', said: 'R' }]);
  });

  it.each([
    ['overall: verdict\n', 'subject is missing'],
    ['subject: { field: id, pattern: "{run}{instance}" }\noverall: v\n', 'Between two names'],
    ['subject: { field: id, pattern: "{who}/{instance}" }\noverall: v\n', '{who} is none of'],
    ['subject: { field: id }\n', 'overall is missing'],
    ['subject: { field: id }\noverall: v\nrationael: x\n', 'Did you mean "rationale"?'],
    ['- a\n', 'is a block of names'],
    ['a: [\n', "isn't YAML"],
  ])('a map %j is told what is wrong with it', (text, words) => {
    expect(
      readJudgeMap(text, 'm.yaml')
        .problems.map(({ reason }) => reason)
        .join(' '),
    ).toContain(words);
  });
});

describe("a judge's file by its shape", () => {
  it('reads our own lines, those of judge run with the prompt that all samples share', () => {
    const line = {
      judge: 'wren',
      rubric: 'patch-review@1',
      run: 'k',
      instance_id: 'a-1',
      attempt: 2,
      overall: null,
      reason: 'cut',
      rationale: 'No.',
      saw: { characters: 6000, of: 9403, parts: [] },
      criteria: { general: { value: false, state: 'value', reason: 'One input.' } },
      contradictions: ['overall: odd'],
      subject: { base: 'b', patch: sha, trajectory: null },
      samples: [{ promptSha256: sha }, { promptSha256: sha }],
    };
    expect(readJudgeRows(rows(line), null).answers).toMatchObject([
      {
        overall: null,
        reason: 'cut',
        attempt: 2,
        patch: sha.toLowerCase(),
        promptSha256: sha.toLowerCase(),
        criteria: [{ id: 'general', value: false, rationale: 'One input.' }],
        contradictions: ['overall: odd'],
        saw: { characters: 6000, of: 9403 },
      },
    ]);
  });

  it('reads a pair by position and by name, and a winner that is neither as none', () => {
    const pair = { id: 'a-1', A: 'k', B: 'h', winner: 'B', analysis: 'x' };
    const own = { instance_id: 'a-1', pair: ['k', 'h'], winner: null, reason: 'went with the position' };
    const { answers } = readJudgeRows(rows(pair, own, { ...pair, winner: 'tie' }, { ...pair, winner: 'Z' }), null);
    expect(answers.map((one) => one.kind === 'pair' && [one.winner, one.reason])).toEqual([
      ['h', null],
      [null, 'went with the position'],
      ['tie', null],
      [null, '"Z" is neither of the two, nor a tie'],
    ]);
  });

  it("reads SWE-Compass's raw_data: the checklist's shares alone, a call that failed is no zero", () => {
    const head = { source: 'code_understanding', repo_key: 'r', task_types: 'x' };
    const asked = (reasoning: string, score: number) => ({
      average_score: score,
      question_scores: { q1: { score: 1, reasoning: 'Named.' }, q2: { score, reasoning } },
    });
    const { format, answers, leftOut } = readJudgeRows(
      rows(
        { ...head, instance_id: 'a', score: 0.75, result_details: asked('Half.', 0.5) },
        { ...head, instance_id: 'b', score: 0.5, result_details: asked('Error: timed out', 0) },
        { ...head, instance_id: 'c', score: 0, result_details: { error: 'File not found', path: '/x' } },
        { ...head, instance_id: 'd', source: 'swe-bench-live', score: 1, result_details: {} },
      ),
      null,
    );
    expect(format).toBe('compass');
    expect(answers).toMatchObject([
      {
        instanceId: 'a',
        score: 0.75,
        overall: null,
        criteria: [
          { id: 'q1', value: 1 },
          { id: 'q2', value: 0.5, rationale: 'Half.' },
        ],
      },
      { instanceId: 'b', score: null, reason: '1 of 2 questions got no answer; the file counts them as 0' },
      { instanceId: 'c', score: null, reason: 'File not found' },
    ]);
    expect(leftOut).toMatchObject([{ field: 'source', reason: 'd is scored by swe-bench-live, not by a judge.' }]);
  });

  it("takes SWE-bench Pro's prefix for the run", () => {
    const row = { instance_id: 'instance_x', prefix: 'k', overall: 'right', rationale: '' };
    const { format, answers } = readJudgeRows(rows(row), null);
    expect([format, answers[0]]).toMatchObject(['pro', { run: 'k', overall: 'right', rationale: null }]);
  });

  it('says what a row of no known shape has and lacks', () => {
    expect(readJudgeRows(rows({ id: 1, verdict: 'x' }, 7), null).problems.map(({ reason }) => reason)).toEqual([
      'The row has no field instance_id and no overall. Its fields are id, verdict: a mapping file says which of them is which.',
      'The row is no block of names.',
    ]);
  });
});

describe('rows of any kind', () => {
  const keys = [
    'id',
    'instance_id',
    'overall',
    'verdict',
    'A',
    'B',
    'pair',
    'winner',
    'source',
    'score',
    'result_details',
    'saw',
    'criteria',
    'samples',
    '__proto__',
    'prefix',
  ];
  const row = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()));

  it('are told once each, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(row), fc.boolean(), (values, mapped) => {
        const { answers, problems, leftOut } = readJudgeRows(rows(...values), mapped ? map : null);
        expect(answers.length + problems.length + leftOut.length).toBe(values.length);
      }),
    );
  });

  it('never give a right or wrong that the file does not say', () => {
    fc.assert(
      fc.property(row, (value) => {
        for (const answer of readJudgeRows(rows({ ...full, verdict: value }), map).answers)
          if (answer.kind === 'answer' && answer.overall !== null) expect(['CORRECT', 'INCORRECT']).toContain(value);
      }),
    );
  });

  it('a map of any text is read or told what is wrong, and never throws', () => {
    const spoilt = fc
      .tuple(fc.nat(mapText.length), fc.nat(12), fc.string())
      .map(([at, n, put]) => mapText.slice(0, at) + put + mapText.slice(at + n));
    fc.assert(
      fc.property(spoilt, (text) => {
        const read = readJudgeMap(text, 'm');
        if (read.map === null) expect(read.problems.length).toBeGreaterThan(0);
        else readJudgeRows(rows(full), read.map);
      }),
    );
  });
});
