import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../fakes/fixedSeed';
import { readJudgeReply } from '../../../../../src/core/review/judge/readJudgeReply';
import { contextOf, shipped } from './rubric';

const review = contextOf(shipped('patch-review'));
const read = (value: unknown) =>
  readJudgeReply(typeof value === 'string' ? value : JSON.stringify(value), false, review);
const answer = (id: string, value: unknown, reason = 'Traced.') => ({ id, reason, answer: value });

const whole = {
  answers: [
    answer('correct', true),
    answer('general', 'Yes'),
    answer('complete', 'Nothing missing'),
    answer('side_effects', '0'),
  ],
  overall: { reason: 'Fine.', answer: 'right' },
};

test('values, labels and yes or no are read; the reason stays beside each', () => {
  const { criteria, overall } = read(whole);
  expect(criteria?.slice(0, 4).map(({ value }) => value)).toEqual([true, true, 'all', 0]);
  expect(overall).toMatchObject({ state: 'value', value: 'right', reason: 'Fine.' });
});

test('a fence, words around the JSON and a comma too many are tolerated', () => {
  const text = JSON.stringify(whole).replace('}],"overall"', '},],"overall"');
  expect(read(`I thought {about} it.\n\`\`\`json\n${text}\n\`\`\`\nDone.`).overall?.value).toBe('right');
});

test('what names no option, two or another kind is unreadable and kept as it stood', () => {
  const { criteria, overall } = read({
    answers: [answer('correct', 'perhaps'), answer('complete', ['all']), answer('side_effects', 7)],
    overall: { reason: 'x', answer: 'right or wrong' },
  });
  expect(criteria?.slice(0, 4).map(({ state }) => state)).toEqual([
    'unreadable',
    'not_asked',
    'unreadable',
    'unreadable',
  ]);
  expect(overall).toMatchObject({ state: 'unreadable', value: null, raw: 'right or wrong' });
});

test('prose with a verdict in it is no answer, nor is a reply that was cut off', () => {
  expect(read('CORRECT. The patch is right.')).toMatchObject({
    criteria: null,
    fault: 'The reply holds no JSON answer.',
  });
  const cut = readJudgeReply('{"answers": [{"id": "correct", "ans', true, review);
  expect(cut.fault).toContain('cut off by its length');
});

test('cannot judge is an answer of its own, and a question that does not apply is not asked', () => {
  const { criteria, overall } = read({
    answers: [answer('correct', false), answer('general', true), answer('complete', 'cannot_judge')],
    overall: { answer: 'Cannot judge' },
  });
  expect(criteria?.slice(0, 4).map(({ state }) => state)).toEqual(['value', 'not_asked', 'cannot_judge', 'missing']);
  expect(overall?.state).toBe('cannot_judge');
});

test('one question answered twice is no answer to it', () => {
  const { criteria } = read({ ...whole, answers: [...whole.answers, answer('correct', false)] });
  expect(criteria?.[0]?.state).toBe('unreadable');
});

test('an answer against its own reason is kept and told', () => {
  const { overall, contradictions } = read({
    ...whole,
    overall: { reason: 'It misses a case, so the verdict is wrong.', answer: 'right' },
  });
  expect(overall?.value).toBe('right');
  expect(contradictions).toEqual(['overall: the reason says "wrong", the answer is "right".']);
});

test('steps that it was not shown are no evidence', () => {
  const context = contextOf(shipped('failure-analysis'), [1, 2, 3]);
  const reply = {
    answers: [{ ...answer('own_fault', 'could'), steps: [2, 'step 3', 9, 'x', -1] }],
    overall: { answer: 'IAT' },
  };
  const { criteria } = readJudgeReply(JSON.stringify(reply), false, context);
  expect(criteria?.[0]).toMatchObject({ steps: [2, 3, 9], unknownSteps: [9] });
});

const json = fc.oneof(fc.jsonValue(), fc.constant(whole));
const texts = fc.oneof(
  fc.string({ maxLength: 80 }),
  json.map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.constant(JSON.stringify(whole)), fc.nat(400), fc.string({ maxLength: 4 }))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
  fc.record({ answers: json, overall: json }).map((value) => JSON.stringify(value)),
);

test('any reply is answers of the rubric or a stated fault', () => {
  const options = new Set<unknown>(review.rubric.overall.options.map(({ value }) => value));
  fc.assert(
    fc.property(texts, fc.boolean(), (text, cut) => {
      const { criteria, overall, fault } = readJudgeReply(text, cut, review);
      if (criteria === null) expect(fault).not.toBe('');
      else expect(criteria.map(({ id }) => id)).toEqual(review.rubric.criteria.map(({ id }) => id));
      if (overall?.state === 'value') expect(options.has(overall.value)).toBe(true);
    }),
    { numRuns: process.env['TOUCHSTONE_NIGHT'] === '1' ? 20_000 : 300 },
  );
});
