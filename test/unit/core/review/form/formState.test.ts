import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  answerTo,
  emptyAnswers,
  type FormAnswers,
  noAnswer,
  withAnswer,
} from '../../../../../src/core/review/form/answers';
import { chooseOption } from '../../../../../src/core/review/form/choose';
import { formState } from '../../../../../src/core/review/form/formState';
import { judgedPart } from '../../../../../src/core/review/form/verdictBody';
import { firstStop, press } from '../../../../../src/core/review/keys/press';
import { sameStop, stopsOf } from '../../../../../src/core/review/keys/stops';
import { runs } from '../../../../fakes/runs';
import { contextWith, rubricOf } from '../patchReview';

const rubric = rubricOf('patch-review');
const plain = contextWith();
const is = (value: unknown, more: Partial<Answer> = {}): Answer =>
  ({ ...noAnswer, given: { kind: 'value', value }, ...more }) as Answer;
const words = { kind: 'text' as const, input: 'x', expected: '', got: '' };

const answered = (given: Record<string, Answer>, more: Partial<FormAnswers> = {}): FormAnswers => {
  const { overall = noAnswer, ...criteria } = given;
  return { ...emptyAnswers, criteria, overall, confidence: 4, ...more };
};

const right = { correct: is(true), general: is(true), complete: is('all'), side_effects: is(0), overall: is('right') };
const missing = (answers: FormAnswers, context = plain, of = rubric) =>
  formState(of, answers, context).missing.map(({ text }) => text);

describe('what patch-review asks', () => {
  it('shows a criterion only where its condition holds', () => {
    const shown = (answers: FormAnswers, ...visible: string[]) =>
      formState(rubric, answers, contextWith(...visible)).asked.map(({ id }) => id);
    expect(shown(emptyAnswers)).toEqual(['correct', 'complete', 'side_effects', 'overall']);
    expect(shown(answered({ correct: is(true), side_effects: is(2) }), 'gold')).toEqual([
      ...['correct', 'general', 'complete', 'side_effects', 'unasked', 'same_as_gold', 'overall'],
    ]);
    const cannot: Answer = { ...noAnswer, given: { kind: 'cannotJudge' } };
    expect(shown(answered({ correct: cannot }))).not.toContain('general');
  });

  it('counts what is answered', () => {
    expect(formState(rubric, answered({ correct: is(true) }), plain)).toMatchObject({ answered: 1, nextStage: null });
  });

  it('wants nothing more of a full verdict', () => {
    expect(missing(answered(right))).toEqual([]);
  });

  it.each([
    [
      'evidence',
      { ...right, correct: is(false) },
      {},
      'correct: No needs a line or words of yours. Show the line where it goes wrong',
    ],
    [
      'evidence with words',
      { ...right, side_effects: is(3, { evidence: [words] }) },
      {},
      'side_effects: Damage needs a line',
    ],
    [
      'an answer of its own options',
      { ...right, complete: is('most') },
      {},
      'complete: "most" isn\'t one of the answers.',
    ],
    [
      'cannot judge where it is offered',
      { ...right, correct: { ...noAnswer, given: { kind: 'na' } } },
      {},
      'correct: "not applicable" isn\'t offered',
    ],
    ['confidence', right, { confidence: null }, 'confidence: not said.'],
    ['confidence in range', right, { confidence: 6 }, 'confidence: goes from 1 to 5.'],
    ['a known defect', right, { taskDefect: ['bad_luck'] }, 'task defect: "bad_luck" isn\'t one of the answers.'],
    ['a note in bounds', right, { note: 'x'.repeat(2001) }, 'note: 2001 characters; the limit is 2000.'],
    [
      'a note where other',
      { ...right, side_effects: is(1), unasked: is(['other']) },
      {},
      'note: needed for this answer.',
    ],
    ['consistency', { ...right, overall: is('wrong') }, {}, 'All your answers speak for Right.'],
  ] as const)('wants %s', (_what, given, more, said) => {
    expect(missing(answered(given as never, more)).join('\n')).toContain(said);
  });

  it('lets an inconsistency stand with a reply, and stores it', () => {
    const answers = answered({ ...right, overall: is('wrong') }, { replies: { c5: 'artefacts', gone: 'old' } });
    expect(missing(answers)).toEqual([]);
    expect(judgedPart(rubric, answers, plain, (text) => ({ text })).replies).toEqual({ c5: { text: 'artefacts' } });
  });

  it('stores only what was asked: hidden answers and confidence beside cannot judge are left out', () => {
    const general = is(false, { evidence: [words] });
    const cannot: Answer = { ...noAnswer, given: { kind: 'cannotJudge' } };
    const answers = answered({ ...right, correct: cannot, general, overall: cannot }, { failureMode: 'RMI' });
    expect(missing(answers)).toEqual([]);
    const body = judgedPart(rubric, answers, plain, (text) => ({ text }));
    expect(body.criteria.map(({ id }) => id)).toEqual(['correct', 'complete', 'side_effects']);
    expect(body).toMatchObject({ confidence: null, failureMode: null, overall: { cannot_judge: true } });
  });
});

describe('the other rubrics', () => {
  it('asks severity, takes a link alone for a text, and points of a checklist', () => {
    const deploy = rubricOf('configuration-deployment');
    const secret = answered({ secrets: is(true, { evidence: [words] }) });
    expect(missing(secret, plain, deploy)).toContain("secrets: how severe isn't said.");
    const failure = rubricOf('failure-analysis');
    const step = { kind: 'step' as const, path: null, side: null, range: { start: 5, end: 5 }, contentHash: null };
    const link = { ...noAnswer, evidence: [{ ...step, contextHashes: [], label: 'step 5' }] };
    const could = answered({ own_fault: is('could'), first_wrong_step: link });
    expect(missing(could, plain, failure).filter((text) => text.startsWith('first_wrong_step'))).toEqual([]);
    const list = rubricOf('code-understanding-checklist');
    const points = {
      ...plain,
      points: [
        { id: 'p1', text: 'one' },
        { id: 'p2', text: 'two' },
      ],
    };
    const half = answered({ points: is({ p1: 'not_met' }) });
    expect(missing(half, points, list)).toContain('points: not answered.');
    expect(formState(list, emptyAnswers, plain).asked.map(({ id }) => id)).not.toContain('points');
  });

  it('drops what an exclusive option excludes', () => {
    const tests = rubricOf('test-quality');
    const brittle = tests.criteria.find(({ id }) => id === 'brittle')!;
    let answers = chooseOption(emptyAnswers, brittle, 'time', null);
    answers = chooseOption(answers, brittle, 'nothing', null);
    expect(answerTo(answers, 'brittle').given).toEqual({ kind: 'value', value: ['nothing'] });
    answers = chooseOption(answers, brittle, 'order', null);
    expect(answerTo(answers, 'brittle').given).toEqual({ kind: 'value', value: ['order'] });
  });
});

/** A second reading of the rules for patch-review without gold, by hand, to hold the general one against. */
const lacksNothing = (answers: FormAnswers): boolean => {
  const value = (id: string) => {
    const { given } = answerTo(answers, id);
    return given?.kind === 'value' ? given.value : undefined;
  };
  const said = (id: string) => answerTo(answers, id).given !== null;
  const shownGeneral = value('correct') === true;
  const texts = (id: string) => answerTo(answers, id).evidence.length;
  if (!said('correct') || !said('complete') || !said('side_effects') || !said('overall')) return false;
  if (value('correct') === false && texts('correct') === 0) return false;
  if (shownGeneral && !said('general')) return false;
  if (shownGeneral && value('general') === false && texts('general') === 0) return false;
  if (value('complete') === 'required_missing' && texts('complete') === 0) return false;
  if ([2, 3].includes(value('side_effects') as number)) return false;
  if (value('overall') !== undefined && answers.confidence === null) return false;
  const bad = value('correct') === false || (shownGeneral && value('general') === false);
  if (value('overall') === 'right' && (bad || value('complete') === 'required_missing')) return false;
  const praised =
    shownGeneral && value('general') === true && ['all', 'minor_missing'].includes(String(value('complete')));
  return !(praised && value('overall') === 'wrong');
};

const anyAnswer = (values: readonly unknown[]) =>
  fc
    .record({ value: fc.constantFrom(...values, 'none', 'cannot'), evidence: fc.boolean() })
    .map(({ value, evidence }) => ({
      ...noAnswer,
      given: value === 'none' ? null : value === 'cannot' ? { kind: 'cannotJudge' } : { kind: 'value', value },
      evidence: evidence ? [words] : [],
    })) as fc.Arbitrary<Answer>;

const anyAnswers = fc
  .record({
    correct: anyAnswer([true, false]),
    general: anyAnswer([true, false]),
    complete: anyAnswer(['all', 'minor_missing', 'required_missing']),
    side_effects: anyAnswer([0, 1, 2, 3]),
    overall: anyAnswer(['right', 'wrong']),
    confidence: fc.constantFrom(null, 1, 5),
  })
  .map(({ confidence, ...given }) => answered(given, { confidence }));

describe('for any answers', () => {
  it('submitting is allowed if, and only if, nothing is missing', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const stop = firstStop(rubric, answers, plain);
        const { effects } = press({ rubric, context: plain, answers, stop, saved: false }, 'Ctrl+Enter');
        const none = formState(rubric, answers, plain).missing.length === 0;
        expect(none).toBe(lacksNothing(answers));
        expect(effects[0]?.kind === 'submit').toBe(none);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('no row of keys leads out of the form, and hidden answers change nothing', () => {
    const keys = fc.array(fc.constantFrom(...'123450ynx-jkocdmte?'.split(''), 'Enter'), { maxLength: 30 });
    fc.assert(
      fc.property(keys, fc.constantFrom('patch-review', 'task-quality', 'configuration-deployment'), (row, id) => {
        const of = rubricOf(id);
        let state = {
          rubric: of,
          context: plain,
          answers: emptyAnswers,
          stop: firstStop(of, emptyAnswers, plain),
          saved: false,
        };
        for (const key of row) {
          state = press(state, key).state as typeof state;
          const form = formState(of, state.answers, plain);
          expect(stopsOf(of, state.answers, plain, form).some((stop) => sameStop(stop, state.stop))).toBe(true);
        }
        const ids = new Set(formState(of, state.answers, plain).asked.map((asked) => asked.id));
        const hidden = of.criteria.filter((asked) => !ids.has(asked.id));
        const bent = hidden.reduce((answers, asked) => withAnswer(answers, asked.id, is('nonsense')), state.answers);
        expect(formState(of, bent, plain)).toEqual(formState(of, state.answers, plain));
      }),
      { numRuns: runs(40) },
    );
  });
});
