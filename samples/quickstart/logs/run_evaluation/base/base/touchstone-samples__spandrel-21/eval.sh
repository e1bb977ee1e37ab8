#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff 7ceb6df4e715f278f1beecf87a736cf13372a58a
git -c safe.directory='*' checkout 7ceb6df4e715f278f1beecf87a736cf13372a58a test/parse.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/parse.test.js b/test/parse.test.js
index 8b4006b..81fb4d4 100644
--- a/test/parse.test.js
+++ b/test/parse.test.js
@@ -40,6 +40,16 @@ test('parse: an unknown unit says where it stands', () => {
   assert.throws(() => parse('5 m/s'), { name: 'ParseError', pos: 3, code: 'E_CHAR' });
 });
 
+test('parse: a sign in the middle is an error', () => {
+  const message = 'a sign may only stand in front (at 2)';
+  assert.throws(() => parse('1h-30m'), { name: 'ParseError', message, pos: 2, code: 'E_SIGN' });
+});
+
+test('parse: a plus in the middle is an error', () => {
+  const message = 'a sign may only stand in front (at 3)';
+  assert.throws(() => parse('1h +30m'), { name: 'ParseError', message, pos: 3, code: 'E_SIGN' });
+});
+
 test('parse: iso refuses years and months', () => {
   assert.throws(() => parse('P1Y'), { name: 'ParseError', pos: 2, code: 'E_INEXACT' });
   assert.throws(() => parse('P1M'), { name: 'ParseError', pos: 2, code: 'E_INEXACT' });
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
git -c safe.directory='*' checkout 7ceb6df4e715f278f1beecf87a736cf13372a58a test/parse.test.js
