import { describe, expect, it } from 'vitest';
import { handedIn, recordedOutput } from '../../../../../../src/core/run/trajectory/replay/recordedOutput';
import { callStep, madeStep } from '../madeSteps';

const of = (text: string, more: object = {}) =>
  recordedOutput(callStep(1, 'bash', { command: 'ls' }, { text, ...more }), 0);

describe('what a format set around an output is taken off', () => {
  it.each([
    ['mini-swe-agent', '<returncode>3</returncode>\n<output>\na\nb\n</output>', ['a\nb\n'], 3],
    [
      'mini-swe-agent, cut',
      '<returncode>0</returncode>\n<warning>\nlong\n</warning>\n<output_head>\na\n</output_head>\n<elided_chars>\n9\n</elided_chars>\n<output_tail>\nz\n</output_tail>',
      ['a', 'z\n'],
      0,
    ],
    ['OpenHands', 'a\n[The command completed with exit code 1.]\n[Current working directory: /w]', ['a'], 1],
    ['Claude Code', 'Exit code 2\na', ['a'], 2],
    ['Codex', 'Exit code: 0\nWall time: 0.5 seconds\nOutput:\na\n', ['a\n'], 0],
    ['a cut of Claude Code', 'a\n\n... [12 lines truncated] ...\n\nz', ['a\n', '\nz'], null],
    ['nothing', 'a\nb\n', ['a\nb\n'], null],
  ])('by %s', (_format, text, parts, exitCode) => {
    expect(of(text)).toMatchObject({ parts, exitCode });
  });

  it('what was recorded whole beside what the model saw stays as it is', () => {
    const text = '<returncode>0</returncode>\n<output>\nx</output>';
    expect(of(text, { shownChars: 5, exitCode: 0 })).toMatchObject({ parts: [text] });
  });

  it('the agent’s own words on a time-out are no output', () => {
    expect(of('it timed out', { timedOut: true, isError: true })).toMatchObject({ parts: [], timedOut: true });
    const template = 'The last command <command>x</command> timed out and has been killed.\n<output>\na\n</output>';
    expect(of(template, { timedOut: true, isError: true })).toMatchObject({ parts: ['a\n'], timedOut: true });
  });

  it('is null where nothing was recorded', () => {
    expect(recordedOutput(madeStep(1), 0)).toBeNull();
  });
});

it.each([
  ['COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\ndiff', 'diff'],
  ['MINI_SWE_AGENT_FINAL_OUTPUT\n', ''],
  ['say COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n', null],
])('the line that hands in: %j', (text, rest) => {
  expect(handedIn(text)).toBe(rest);
});
