import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRunEvents, runStateOf } from '../../../../../src/core/run/record/runEvents';
import { attemptRunId, usualRunId } from '../../../../../src/core/run/record/runName';
import { readStates, stateLine } from '../../../../../src/core/run/record/statesFile';

describe('the states of a trajectory', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (patches) => {
        const text = patches.map((patch, n) => stateLine(n + 1, patch, patches[n - 1] ?? null)).join('');
        expect([...readStates(text).values()]).toEqual(patches);
      }),
    );
  });

  it('are read around what is no line of theirs', () => {
    expect([...readStates('{"step":1,"patch":"a"}\n{"step":0,"patch":"x"}\n[]\n{"step":2,"same":true}\n{"st')]).toEqual(
      [
        [1, 'a'],
        [2, 'a'],
      ],
    );
    fc.assert(fc.property(fc.string(), (text) => void readStates(text)));
  });
});

describe('the events of a run', () => {
  it('fold whatever a file holds', () => {
    const line = fc.oneof(
      fc.json(),
      fc.constantFrom('{"kind":"ended","instance":"a"}', '{"kind":"attempt"}', '{"kind'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const state = runStateOf(readRunEvents(lines.join('\n')));
        expect([...state.underWay].some((id) => state.endedSinceBegun.has(id) && !state.ended.has(id))).toBe(false);
      }),
    );
  });

  it('hold an instance under way that was begun anew after its end', () => {
    const text = ['begun', 'attempt', 'ended', 'attempt'].map((kind) => JSON.stringify({ kind, instance: 'a' }));
    expect([...runStateOf(readRunEvents(text.join('\n'))).underWay]).toEqual(['a']);
  });
});

it('names a run so that it can be a folder', () => {
  expect(usualRunId('mini', 'openai/gpt 5:mini')).toBe('mini-openai-gpt-5-mini');
  expect(usualRunId('../..', '..')).toMatch(/^[A-Za-z0-9]/);
  expect([attemptRunId('r', 1), attemptRunId('r', 3)]).toEqual(['r', 'r-a3']);
});
