#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff 9bac4f390c3e3ba177ac9107e1782696ea3ea370
rm -f test/lex.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/lex.test.js b/test/lex.test.js
new file mode 100644
index 0000000..8e3aa86
--- /dev/null
+++ b/test/lex.test.js
@@ -0,0 +1,18 @@
+import assert from 'node:assert/strict';
+import { readFileSync } from 'node:fs';
+import { test } from 'node:test';
+import * as lexer from '../src/lex.js';
+
+test('lex: scanNumber reads digits and a fraction', () => {
+  assert.deepEqual(lexer.scanNumber('90m', 0), { value: 90, end: 2 });
+  assert.deepEqual(lexer.scanNumber('1h 1.5m', 3), { value: 1.5, end: 6 });
+  assert.deepEqual(lexer.scanNumber('PT0,25H', 2), { value: 0.25, end: 6 });
+});
+
+test('lex: iso and parse use scanNumber', () => {
+  for (const name of ['iso', 'parse']) {
+    const source = readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8');
+    assert.match(source, /^import .*\bscanNumber\b.* from '\.\/lex\.js';$/m, `${name}.js imports it`);
+    assert.match(source.replace(/^import .*$/gm, ''), /\bscanNumber\(/, `${name}.js calls it`);
+  }
+});
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
rm -f test/lex.test.js
