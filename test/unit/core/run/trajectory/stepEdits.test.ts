import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../../src/core/run/trajectory/step';
import { stepDocument } from '../../../../../src/core/run/trajectory/stepDocument';
import { editDiffs } from '../../../../../src/core/run/trajectory/stepEdits';

const blank = {
  ...{ idx: 7, agentId: 'main', parentStep: null, rawRefs: [], startedAt: null, endedAt: null },
  ...{ modelMs: null, environmentMs: null, role: 'agent', thought: 'Mend it.', reasoning: null, calls: [] },
  ...{ observations: [], usage: null, costUsd: null, givenPatch: null, filesTouched: [], notices: [] },
} as const satisfies Step;

const edit = (args: Readonly<Record<string, unknown>>): Step => ({
  ...blank,
  calls: [{ id: 'c', name: 'str_replace_editor', kind: 'edit', args, rawArgs: JSON.stringify(args), parseError: null }],
  observations: [
    { callId: 'c', text: 'Edited.', shownChars: null, totalChars: null, exitCode: 0, isError: null, timedOut: null },
  ],
});

describe('edits of a step as diffs', () => {
  it('shows what a call asked for, lines that stay without a sign', () => {
    const step = edit({ command: 'str_replace', path: 'a.py', old_str: 'a\nb\nc', new_str: 'a\nB\nB2\nc' });
    expect(editDiffs(step)).toEqual([{ path: 'a.py', diff: ' a\n-b\n+B\n+B2\n c\n', isRecorded: false }]);
  });

  it('shows the hunks of a patch that a shell was given', () => {
    const patch = 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@ head\n-a\n+b\n c\n';
    const args = { command: `git apply <<'EOF'\n${patch}EOF` };
    const [call] = edit(args).calls;
    const calls = call ? [{ ...call, name: 'bash' }] : [];
    const observations = edit(args).observations.map((seen) => ({ ...seen, text: '' }));
    const step = { ...edit(args), calls, observations };
    expect(editDiffs(step)).toEqual([{ path: 'a.js', diff: '@@ -1,2 +1,2 @@ head\n-a\n+b\n c\n', isRecorded: false }]);
  });

  it('prefers what the tool recorded', () => {
    const step = edit({ command: 'create', path: 'a.py', file_text: 'x\n' });
    const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
    const recorded = { callId: 'c', path: 'a.py', before: null, after: null, hunks };
    expect(editDiffs({ ...step, recordedEdits: [recorded] })).toEqual([
      { path: 'a.py', diff: '@@ -1,1 +1,1 @@\n-a\n+b\n', isRecorded: true },
    ]);
    expect(editDiffs(step)[0]?.diff).toBe('+x\n');
  });
});

describe('a step as a document', () => {
  it('gives each section a heading of its own and its texts as they stand', () => {
    const step = edit({ command: 'create', path: 'a.py', file_text: '\u001b[31m<b>' });
    const text = stepDocument(step, 'a.traj.json');
    const heads = text.split('\n').filter((line) => line.startsWith('#'));
    expect(heads).toEqual([
      '# Step 7 of a.traj.json',
      '## Thought',
      '## Call: str_replace_editor command',
      '## Call: str_replace_editor path',
      '## Call: str_replace_editor file_text',
      '## Edit: a.py',
      '## Observation: exit 0',
    ]);
    expect(text).toContain('\n\u001b[31m<b>\n');
  });
});
