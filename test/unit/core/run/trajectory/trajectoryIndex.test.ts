import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../../src/core/run/trajectory/step';
import { entryOf } from '../../../../../src/core/run/trajectory/trajectoryIndex';
import { callStep, madeCall, madeStep } from './madeSteps';

const entry = (step: Step) => entryOf(step, { agentId: 'main', records: [], facts: {} });
const previewOf = (name: string, args: unknown): string =>
  entry(madeStep(1, { calls: [madeCall(name, args)] })).preview;
const preview = (command: string): string => previewOf('bash', { command });

describe('the preview of a step', () => {
  it.each([
    ['ls -la\npwd', 'ls -la'],
    ["git apply <<'EOF'\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-x\n+y\nEOF", "git apply <<'EOF' src/a.js"],
    ["patch -p1 <<'EOF'\n--- a/a.py\n+++ b/a.py\nEOF", "patch -p1 <<'EOF' a.py"],
    ["git apply <<'EOF'\nno patch\nEOF", "git apply <<'EOF'"],
    ["cat <<'EOF'\n+++ b/a.py\nEOF", "cat <<'EOF'"],
    ["python - <<'PY'\np = Path('pkg/a.py')\np.write_text('x')\nPY", "python - <<'PY' pkg/a.py"],
    ["python - <<'PY'\nprint(open('pkg/a.py').read())\nPY", "python - <<'PY'"],
  ])('of %j is %j', (command, expected) => {
    expect(preview(command)).toBe(expected);
  });

  it.each([
    [
      'str_replace_editor',
      { command: 'view', path: '/w/a.c', view_range: [1, 40] },
      'str_replace_editor view /w/a.c 1-40',
    ],
    ['str_replace_editor', { command: 'str_replace', path: '/w/a.c' }, 'str_replace_editor str_replace /w/a.c'],
    ['Read', { file_path: '/w/a.c' }, 'Read /w/a.c'],
    ['open', { arguments: ['/w/a.c'] }, 'open {"arguments":["/w/a.c"]}'],
  ])('of %s %j is %j', (name, args, expected) => {
    expect(previewOf(name, args)).toBe(expected);
  });

  it('names a tool of the shell once, and the file that an edit by lines has open', () => {
    const opens = { ...madeCall('open', null), rawArgs: 'open src/a.java 12' };
    const edits = { ...madeCall('edit', null), kind: 'edit' as const, rawArgs: 'edit 3:5\nx\nend_of_edit' };
    expect(entry(madeStep(1, { calls: [opens] })).preview).toBe('open src/a.java 12');
    expect(entry(madeStep(1, { calls: [edits], filesTouched: ['/w/src/a.java'] })).preview).toBe(
      'edit 3:5 /w/src/a.java',
    );
  });

  it.each([
    ['<pr_description>\nFix the thing', 'Fix the thing'],
    ['<issue>', '<issue>'],
    ['<b> bold', '<b> bold'],
    ['\n<a>\n<b-c>\n  x', 'x'],
  ])('of the prompt %j is %j', (thought, expected) => {
    expect(entry(madeStep(1, { role: 'user', thought })).preview).toBe(expected);
  });
});

describe('whether a step failed', () => {
  it.each([
    [{ text: 'x\n/bin/bash: line 3636: mvn: command not found' }, true],
    [{ text: 'sh: 1: mvn: not found\n' }, true],
    [{ text: '/bin/bash: line 1: mvn: command not found\nretried' }, false],
    [{ text: 'bash: mvn: command not found', exitCode: 0 }, false],
    [{ text: 'bash: mvn: command not found', isError: false }, false],
    [{ text: 'fine', exitCode: 1 }, true],
    [{ text: 'fine', exitCode: 1, isError: false }, false],
    [{ text: 'fine', timedOut: true }, true],
    [{ text: 'fine' }, false],
  ])('%j: %s', (answer, expected) => {
    expect(entry(callStep(1, 'bash', { command: 'x' }, answer)).isError).toBe(expected);
  });
});
