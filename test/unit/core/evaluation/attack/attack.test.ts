import { describe, expect, it } from 'vitest';
import type { Grade } from '../../../../../src/core/evaluation/grade/grade';
import { answerOf, gradeAttack } from './answerOf';
import { answers, attacks } from './attacks';

/** Names that the harness reads on the line before their dots, which no runner prints: they stay absent here. */
const overLineBreak = [
  'django: interrupted after a line break',
  'django: error page after a line break',
  'django: check after a line break',
  'django: dots alone between two line breaks',
];

const harnessAnswer = (name: string, rules: 'swebench-v4' | 'swebench-v5'): string => {
  const answer = answers[name] ?? 'not recorded';
  return typeof answer === 'string' ? answer : answer[rules === 'swebench-v4' ? 0 : 1];
};

const all = Object.entries(attacks);
const isGiven = (name: string, rules: 'swebench-v4' | 'swebench-v5') => harnessAnswer(name, rules) !== 'unknown parser';

describe.each(['swebench-v4', 'swebench-v5'] as const)('%s answers as its harness does', (rules) => {
  const graded = all.filter(([name]) => isGiven(name, rules) && !overLineBreak.includes(name));

  it.each(graded)('%s', (name, attack) => {
    const grade = gradeAttack(attack, rules);
    const answer = harnessAnswer(name, rules);
    if (answer === 'crash UnicodeDecodeError')
      expect(grade.warnings).toContain('the log holds bytes that are not UTF-8; they were read as U+FFFD');
    else if (answer === 'no report' || answer.startsWith('crash ')) expect(grade.outcome.kind).toBe('none');
    else expect(answerOf(grade, attack)).toBe(answer);
  });

  it.each(overLineBreak)('%s: less than the harness passes', (name) => {
    expect(harnessAnswer(name, rules)).toBe('yes + +');
    expect(answerOf(gradeAttack(attacks[name] ?? expect.fail(), rules), attacks[name] ?? expect.fail())).toBe('no - +');
  });

  it.each(all)('%s: as it is cut', (_name, attack) => {
    const whole = gradeAttack(attack, rules);
    const halves = (log: Uint8Array) => [log.subarray(0, log.length >> 1), log.subarray(log.length >> 1)];
    const bytes = (log: Uint8Array) => Array.from(log, (_byte, at) => log.subarray(at, at + 1));
    const short = attack.log.length < 2_000;
    const others: Grade[] = [halves, ...(short ? [bytes] : [])].map((cut) => gradeAttack(attack, rules, cut));
    for (const other of others) expect(other).toEqual(whole);
  });
});

it('every attack has its answer, and no answer is left over', () => {
  expect(Object.keys(answers).toSorted()).toEqual(Object.keys(attacks).toSorted());
});
