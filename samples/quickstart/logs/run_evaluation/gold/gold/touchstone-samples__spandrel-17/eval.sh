#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff ded330def8ae97e778b8a3b00ef0f71d15158713
git -c safe.directory='*' checkout ded330def8ae97e778b8a3b00ef0f71d15158713 test/format.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/format.test.js b/test/format.test.js
index 0682cbe..0c707d7 100644
--- a/test/format.test.js
+++ b/test/format.test.js
@@ -7,6 +7,15 @@ test('format: short', () => {
   assert.equal(format(-61_001), '-1m 1s 1ms');
 });
 
+test('format: compact joins without spaces', () => {
+  assert.equal(format(5_400_000, { style: 'compact' }), '1h30m');
+  assert.equal(format(90_061_000, { style: 'compact' }), '1d1h1m1s');
+});
+
+test('format: compact keeps the sign in front', () => {
+  assert.equal(format(-5_400_000, { style: 'compact' }), '-1h30m');
+});
+
 test('format: long knows singular and plural', () => {
   assert.equal(format(3_720_000, { style: 'long' }), '1 hour, 2 minutes');
   assert.equal(format(-86_400_000, { style: 'long' }), '-1 day');
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
git -c safe.directory='*' checkout ded330def8ae97e778b8a3b00ef0f71d15158713 test/format.test.js
