import { describe, expect, it } from 'vitest';
import { patchWords } from '../../../../webview/trajectory/patchWords';
import { rowLabel } from '../../../../webview/trajectory/rowLabel';

describe('the label of a row', () => {
  it.each([
    ['read', "nl -ba django/db/models/sql/query.py | sed -n '1,240p'", 'query.py', '1–240 · django/db/models/sql'],
    ['read', 'cd /testbed && cat a.py', 'a.py', ''],
    ['read', 'cat', 'cat', ''],
    ['read', 'cat a.py && rm b.py', 'cat a.py && rm b.py', ''],
    ['edit', 'str_replace_editor /testbed/pkg/a.py', 'a.py', 'str_replace_editor · /testbed/pkg'],
    ['edit', 'str_replace_editor str_replace /testbed/pkg/a.py', 'a.py', 'str_replace · /testbed/pkg'],
    ['read', 'str_replace_editor view /testbed/a.py 1-240', 'a.py', '1–240 · view · /testbed'],
    ['read', 'str_replace_editor view /testbed/a.py 80--1', 'a.py', '80– · view · /testbed'],
    ['read', 'open "src/pkg/a.java" 12', 'a.java', '12 · open · src/pkg'],
    ['read', 'goto 868', 'goto 868', ''],
    ['edit', 'edit 868:971 /w/src/a.java', 'a.java', 'edit 868:971 · /w/src'],
    ['edit', "python - <<'PY' pkg/a.py", 'a.py', 'python · pkg'],
    ['edit', "cat > /tmp/carry.mjs <<'EOF'", 'carry.mjs', 'written · /tmp'],
    ['edit', "cd /testbed && cat > a.py <<'EOF'", 'a.py', 'written'],
    ['edit', "git apply <<'EOF' src/format.js", 'format.js', 'git apply · src'],
    ['edit', "git apply <<'EOF'", "git apply <<'EOF'", ''],
    ['submit', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A', 'submit', 'git add -A'],
    ['submit', 'submit', 'submit', ''],
    ['test', 'cd /testbed && pytest -q', 'pytest -q', 'in /testbed'],
    ['shell', "python - <<'PY'", "python - <<'PY'", ''],
  ] as const)('%s: %s', (kind, preview, main, beside) => {
    expect(rowLabel({ kind, preview })).toEqual({ main, beside });
  });
});

describe('a patch in words', () => {
  it.each([
    ['--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n--- old\n+++ new\n', '1 file, +1 −1'],
    ['--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n\\ No newline\n--- a/b\n+++ b/b\n@@ -0,0 +1 @@\n+z\n', '2 files, +2 −1'],
    ['Sorry, no patch.', '16 characters'],
    [' \n', 'empty'],
  ])('%j', (text, words) => {
    expect(patchWords(text)).toBe(words);
  });
});
