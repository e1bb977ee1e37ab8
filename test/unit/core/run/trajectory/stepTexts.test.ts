import { describe, expect, it } from 'vitest';
import { argumentsOf, textOfStep } from '../../../../../src/core/run/trajectory/stepTexts';
import { madeCall, madeStep } from './madeSteps';

describe('the texts of a call', () => {
  it.each([
    [
      { command: 'view', path: 'a' },
      '{"command":"view","path":"a"}',
      [
        ['command', 'view'],
        ['path', 'a'],
      ],
    ],
    [{ arguments: ['Test', 'src'] }, 'find_file "Test" src', [['', 'find_file "Test" src']]],
    [{ arguments: ['a'] }, '{"arguments":["a"]}', [['arguments', '[\n  "a"\n]']]],
    [null, 'broken "', [['', 'broken "']]],
    [{}, '', []],
  ])('%j of %j', (args, rawArgs, expected) => {
    const call = { ...madeCall('tool', args), rawArgs };
    expect(argumentsOf(call).map(({ name, text }) => [name, text])).toEqual(expected);
    const step = madeStep(1, { calls: [call] });
    expect(textOfStep(step, { kind: 'argument', at: 0, argument: 0 })).toBe(expected[0]?.[1] ?? null);
  });
});
