import { describe, expect, it } from 'vitest';
import { anchoredStep } from '../../../../../../src/core/run/trajectory/align/stepAnchors';
import { callKindOf } from '../../../../../../src/core/run/trajectory/callKind';
import type { Step } from '../../../../../../src/core/run/trajectory/step';

const stepOf = (name: string, args: unknown, answer: string | null = 'ok', filesTouched: readonly string[] = []) => {
  const call = { id: null, name, kind: callKindOf(name, args), args, rawArgs: JSON.stringify(args), parseError: null };
  const none = { callId: null, shownChars: null, totalChars: null, exitCode: null, isError: null, timedOut: null };
  return {
    ...{
      idx: 1,
      role: 'agent',
      calls: [call],
      observations: answer === null ? [] : [{ ...none, text: answer }],
      filesTouched,
    },
  } as unknown as Step;
};
const shell = (command: string) => stepOf('bash', { command });
const said = (step: Step) => anchoredStep(step, false).anchors.map(({ kind, what }) => `${kind} ${what}`.trim());

describe('what a step does that another run may do as well', () => {
  it.each([
    ['cat /testbed/src/a.py', ['reads src/a.py']],
    ["sed -n '1,40p' ./src/a.py", ['reads src/a.py']],
    ["sed -i 's/a/b/' src/a.py", ['edits src/a.py']],
    ['cd /testbed && python -m pytest tests/test_a.py::test_b -q', ['tests tests/test_a.py', 'tests *']],
    ['npm test', ['tests *']],
    ["cat > src/new.py <<'EOF'\nx = 1\nEOF", ['edits src/new.py']],
    ["git apply <<'EOF'\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-import './b.js'\n+x\nEOF", ['edits src/a.js']],
    ["cat > t.mjs <<'EOF'\nimport x from './src/a.js'\nEOF", ['edits t.mjs']],
    ["python - <<'EOF'\nopen('src/a.py', 'w').write('')\nEOF", ['edits src/a.py']],
    ['ls -la', []],
    ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT', ['submits']],
    ['curl https://example.org/a.html', []],
  ])('%s', (command, anchors) => expect(said(shell(command))).toEqual(anchors));

  it('is read from the arguments of other tools, and from the file that a windowed editor has open', () => {
    expect(said(stepOf('str_replace_editor', { command: 'view', path: '/workspace/repo/a.py' }))).toEqual([
      'reads a.py',
    ]);
    expect(said(stepOf('Edit', { file_path: '/testbed/a.py', old_string: 'x', new_string: 'y' }))).toEqual([
      'edits a.py',
    ]);
    expect(said(stepOf('edit', { start_line: 1 }, 'ok', ['/testbed/b.py']))).toEqual(['edits b.py']);
  });

  it('keeps the text of an edit, but of none that was refused', () => {
    const edit = { file_path: 'a.py', old_string: 'x', new_string: 'y' };
    expect(anchoredStep(stepOf('Edit', edit), false).edit).toContain('new_string');
    expect(anchoredStep(stepOf('Edit', edit, 'String to replace not found in file.'), true).edit).toBeNull();
    expect(anchoredStep(shell('cat a.py'), false).edit).toBeNull();
    expect(anchoredStep(shell("cat > /tmp/try.py <<'EOF'\nx\nEOF"), false).edit).toBeNull();
  });

  it('pairs what both were told', () => {
    expect(said({ idx: 1, role: 'user', calls: [], observations: [], filesTouched: [] } as unknown as Step)).toEqual([
      'told user',
    ]);
  });
});
