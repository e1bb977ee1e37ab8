#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff a3d54edc68b98f3d2f8947a439010d1411d1a28d
git -c safe.directory='*' checkout a3d54edc68b98f3d2f8947a439010d1411d1a28d test/format.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/format.test.js b/test/format.test.js
index c4e1299..0682cbe 100644
--- a/test/format.test.js
+++ b/test/format.test.js
@@ -34,6 +34,15 @@ test('format: rounds down below one half', () => {
   assert.equal(format(3_690_400, { maxUnits: 3 }), '1h 1m 30s');
 });
 
+test('format: carries seconds into a minute', () => {
+  assert.equal(format(59_600, { maxUnits: 1 }), '1m');
+});
+
+test('format: carries through minutes into an hour', () => {
+  assert.equal(format(3_599_600, { maxUnits: 2 }), '1h');
+  assert.equal(format(-86_399_600, { maxUnits: 3 }), '-1d');
+});
+
 test('format: locale digits', { skip: 'needs full ICU' }, () => {
   assert.equal(format(5_400_000, { style: 'long', locale: 'ar-EG' }), '\u0661 hour, \u0663\u0660 minutes');
 });
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
git -c safe.directory='*' checkout a3d54edc68b98f3d2f8947a439010d1411d1a28d test/format.test.js
