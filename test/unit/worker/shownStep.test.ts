import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/core/run/trajectory/step';
import { type TextPart, textOfStep } from '../../../src/core/run/trajectory/stepTexts';
import { shownStep } from '../../../src/worker/shownStep';

const call = (args: unknown, rawArgs: string) =>
  ({ id: null, name: 'tool', kind: 'other', args, rawArgs, parseError: null }) as const;

const step = (part: Partial<Step>): Step => ({
  ...{ idx: 1, agentId: 'main', parentStep: null, rawRefs: [], startedAt: null, endedAt: null },
  ...{ modelMs: null, environmentMs: null, role: 'agent', thought: '', reasoning: null, calls: [], observations: [] },
  ...{ usage: null, costUsd: null, givenPatch: null, filesTouched: [], notices: [] },
  ...part,
});

const part = (kind: TextPart['kind'], at = 0, argument = 0): TextPart => ({ kind, at, argument });

describe('a step for the page', () => {
  it('begins long texts and gives the rest by parts, nothing cut', () => {
    const thought = `${'x'.repeat(70_000)}end `;
    const shown = shownStep(step({ thought }));
    expect(shown.thought.total).toBe(thought.length);
    expect(thought.startsWith(shown.thought.text)).toBe(true);
    expect(shown.thought.text.length).toBeLessThan(thought.length);
    expect(textOfStep(step({ thought }), part('thought'))).toBe(thought);
  });

  it('shows arguments by name, strings as they are and other values as JSON', () => {
    const given = step({ calls: [call({ path: 'a\nb', count: 2, list: [1] }, '{...}')] });
    expect(shownStep(given).calls[0]?.args.map(({ name, value }) => [name, value.text])).toEqual([
      ['path', 'a\nb'],
      ['count', '2'],
      ['list', '[\n  1\n]'],
    ]);
    expect(textOfStep(given, part('argument', 0, 1))).toBe('2');
    expect(textOfStep(given, part('argument', 1, 0))).toBeNull();
  });

  it('shows arguments as they stood where they are no object, or nested too deep to write', () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level++) deep = { deep };
    for (const args of [null, 'ls', [1], {}, deep]) {
      const shown = shownStep(step({ calls: [call(args, 'as it stood')] }));
      expect(shown.calls[0]?.args).toEqual([{ name: '', value: { text: 'as it stood', total: 11 } }]);
    }
    expect(shownStep(step({ calls: [call({}, '')] })).calls[0]?.args).toEqual([]);
  });

  it('shows recorded edits as diffs: hunks, and all lines of a new file', () => {
    const hunk = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: ['-a', '+b'] };
    const edit = { callId: null, path: 'a.py', before: null, after: null, hunks: [hunk] };
    const given = step({ recordedEdits: [edit, { ...edit, after: 'x\ny', hunks: [] }] });
    const diffs = ['@@ -3,1 +3,1 @@\n-a\n+b\n', '+x\n+y'];
    expect(shownStep(given).edits.map(({ diff }) => diff.text)).toEqual(diffs);
    expect([0, 1, 2].map((at) => textOfStep(given, part('edit', at)))).toEqual([...diffs, null]);
    expect(shownStep(given)).not.toHaveProperty('recordedEdits');
  });

  it('tells an absent text from an empty one', () => {
    const given = step({ reasoning: { text: null, encrypted: true } });
    expect(shownStep(given).reasoning).toEqual({ text: null, encrypted: true });
    expect(textOfStep(given, part('reasoning'))).toBeNull();
    expect(textOfStep(given, part('patch'))).toBeNull();
    expect(textOfStep(given, part('thought'))).toBe('');
  });
});
