import { describe, expect, it } from 'vitest';
import { answerTo, type Evidence, emptyAnswers, withAnswer } from '../../../../../src/core/review/form/answers';
import type { KeyEffect, KeyState } from '../../../../../src/core/review/keys/keyState';
import { afterEvidence, firstStop, press } from '../../../../../src/core/review/keys/press';
import { contextWith, rubricOf } from '../patchReview';

const rubric = rubricOf('patch-review');

const open = (id = 'patch-review', ...visible: string[]): KeyState => {
  const opened = id === 'patch-review' ? rubric : rubricOf(id);
  const context = contextWith(...visible);
  return {
    rubric: opened,
    context,
    answers: emptyAnswers,
    stop: firstStop(opened, emptyAnswers, context),
    saved: false,
  };
};

const typed = (state: KeyState, criterion: string, evidence: Evidence): KeyState => {
  const { evidence: before } = answerTo(state.answers, criterion);
  const answers = withAnswer(state.answers, criterion, { evidence: [...before, evidence] });
  return afterEvidence({ ...state, answers }, criterion);
};

const text = (input: string): Evidence => ({ kind: 'text', input, expected: '', got: '' });
const line: Evidence = {
  kind: 'diff',
  path: 'src/set.js',
  side: 'model',
  range: { start: 3, end: 3 },
  contentHash: null,
  contextHashes: [],
  label: 'set.js 3',
};

/** Presses the keys in turn; a text field that opens gets a sentence, `e` a line. Effects of the last key come back. */
const drive = (state: KeyState, keys: string): { state: KeyState; effects: readonly KeyEffect[]; at: string } => {
  let effects: readonly KeyEffect[] = [];
  let now = state;
  for (const key of keys.split(' ')) {
    const pressed = press(now, key);
    now = pressed.state;
    effects = pressed.effects;
    for (const effect of effects) {
      if (effect.kind === 'typeEvidence') now = typed(now, effect.criterion, text('[30-40,10-20]'));
      if (effect.kind === 'addEvidence') now = typed(now, effect.criterion, line);
    }
  }
  return { state: now, effects, at: 'id' in now.stop ? now.stop.id : now.stop.kind };
};

describe('the keyboard on patch-review', () => {
  it('rates i07 as the maintainer does (M6), the focus moving by itself', () => {
    const places: string[] = [];
    let { state } = { state: open('patch-review', 'gold') };
    for (const key of 'y n 3 0 3 o 2 c 5'.split(' ')) {
      const next = drive(state, key);
      places.push(next.at);
      state = next.state;
    }
    expect(places).toEqual([
      ...['general', 'complete', 'side_effects', 'same_as_gold', 'overall', 'overall', 'confidence', 'confidence'],
      'taskDefect',
    ]);
    expect(answerTo(state.answers, 'correct').given).toEqual({ kind: 'value', value: true });
    expect(answerTo(state.answers, 'complete').given).toEqual({ kind: 'value', value: 'required_missing' });
    expect(answerTo(state.answers, 'side_effects').given).toEqual({ kind: 'value', value: 0 });
    expect(state.answers.overall.given).toEqual({ kind: 'value', value: 'wrong' });
    expect(state.answers.confidence).toBe(5);
    expect(press(state, 'Ctrl+Enter').effects).toEqual([{ kind: 'submit' }]);
  });

  it('opens the text field by itself where an answer needs words', () => {
    const { state } = drive(open(), 'y');
    expect(press(state, 'n').effects).toEqual([{ kind: 'typeEvidence', criterion: 'general' }]);
  });

  it('stays and says what to show where an answer needs a line, and goes on once it is there', () => {
    const { state } = drive(open(), 'y y 1 2');
    expect(state.stop).toEqual({ kind: 'criterion', id: 'side_effects', point: null });
    expect(drive(state, 'e').at).toBe('unasked');
  });

  it('refuses to submit what lacks something, names it and goes there', () => {
    const pressed = press(press(open(), 'y').state, 'n');
    const { state, effects } = press(pressed.state, 'Ctrl+Enter');
    expect(state.stop).toMatchObject({ id: 'general' });
    expect(effects).toMatchObject([{ kind: 'refused' }]);
    const said = effects[0]?.kind === 'refused' ? effects[0].missing.map((one) => one.text) : [];
    expect(said[0]).toBe('general: No needs an input, what you expected, what it gives.');
    expect(said).toContain('overall: not answered.');
    expect(said).toContain('confidence: not said.');
  });

  it('does not ask confidence where overall cannot be judged (M9: x)', () => {
    const { state } = drive(open(), 'x x 0 o x');
    expect(state.answers.overall.given).toEqual({ kind: 'cannotJudge' });
    expect(press(state, 'Ctrl+Enter').effects).toEqual([{ kind: 'submit' }]);
    expect(press(state, 'c').effects).toEqual([{ kind: 'say', text: "Confidence isn't asked here." }]);
  });

  it('toggles several, by number, until Enter', () => {
    const { state, at } = drive(open(), 'n 1 3 e 1 2 1 Enter');
    expect(at).toBe('overall');
    expect(answerTo(state.answers, 'unasked').given).toEqual({ kind: 'value', value: ['build_artefacts'] });
  });

  it('asks the outside for skip, undo, instructions, note', () => {
    expect(press(open(), 's').effects).toEqual([{ kind: 'skip' }]);
    expect(press(open(), 'u').effects).toEqual([{ kind: 'undo' }]);
    expect(press(open(), '?').effects).toEqual([{ kind: 'instructions' }]);
    expect(press(open(), 't').effects).toEqual([{ kind: 'typeText', stop: { kind: 'note' } }]);
  });

  it('says where a key has no place, and leaves foreign keys alone', () => {
    expect(press(open(), '-').effects).toEqual([{ kind: 'say', text: "Not applicable isn't offered here." }]);
    expect(press(open(), 'm').effects).toMatchObject([{ kind: 'say' }]);
    for (const key of ['7', 'q', 'ArrowDown', 'F8', 'constructor']) expect(press(open(), key).handled).toBe(false);
  });

  it('asks the failure mode where the patch is wrong and the trajectory is on screen', () => {
    const { state } = drive(open('patch-review', 'trajectory'), 'n 1 0 o 2 m 2');
    expect(state.answers.failureMode).toBe('ISE');
  });

  it('goes back and forth and never off the ends', () => {
    expect(drive(open(), 'k k').at).toBe('correct');
    expect(drive(open(), 'j j j j j j j j j j').at).toBe('note');
  });

  it('lets a stored verdict stand: answers are dead, Ctrl+Enter is the next item', () => {
    const saved = { ...open(), saved: true };
    expect(press(saved, 'y')).toMatchObject({ handled: false, state: saved });
    expect(press(saved, 'Ctrl+Enter').effects).toEqual([{ kind: 'next' }]);
    expect(press(saved, 'u').effects).toEqual([{ kind: 'undo' }]);
  });
});

describe('the keyboard on other rubrics', () => {
  it('answers a checklist point by point', () => {
    const start = open('code-understanding-checklist');
    const context = {
      ...start.context,
      points: [
        { id: 'p1', text: 'one' },
        { id: 'p2', text: 'two' },
      ],
    };
    const stop = firstStop(start.rubric, emptyAnswers, context);
    const { state, at } = drive({ ...start, context, stop }, '2 2');
    expect(answerTo(state.answers, 'points').given).toEqual({ kind: 'value', value: { p1: 'not_met', p2: 'not_met' } });
    expect(at).toBe('on_question');
  });

  it('asks how severe it is, right after', () => {
    const { state, at } = drive(open('configuration-deployment'), 'y y - y e 2');
    expect(answerTo(state.answers, 'secrets')).toMatchObject({ severity: 'major' });
    expect(at).toBe('rights');
  });

  it('opens the second stage of task-quality, and fixes the first', () => {
    const { state, effects } = drive(open('task-quality'), '0 1 n Ctrl+Enter');
    expect(effects).toEqual([{ kind: 'advance' }]);
    const answers = { ...state.answers, lockedStages: ['statement'] };
    const stop = firstStop(state.rubric, answers, state.context);
    expect(stop).toMatchObject({ id: 'gold_ok' });
    expect(drive({ ...state, answers, stop }, 'k k').at).toBe('gold_ok');
  });
});
