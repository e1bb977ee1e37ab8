#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff 1f1a5448346756c8fcff9f4e72f201d64fa1f5d4
git -c safe.directory='*' checkout 1f1a5448346756c8fcff9f4e72f201d64fa1f5d4 test/set.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/set.test.js b/test/set.test.js
index 8ed2aec..c1f9ac4 100644
--- a/test/set.test.js
+++ b/test/set.test.js
@@ -33,3 +33,8 @@ test('set: subtract one hole', () => {
   assert.equal(String(set([0, 10], [20, 30]).subtract([new Interval(5, 25)])), '0-5 25-30');
   assert.equal(String(set([0, 10]).subtract([new Interval(10, 20)])), '0-10');
 });
+
+test('set: subtract two holes', () => {
+  const breaks = [new Interval(10, 20), new Interval(30, 40)];
+  assert.equal(String(set([0, 100]).subtract(breaks)), '0-10 20-30 40-100');
+});
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
git -c safe.directory='*' checkout 1f1a5448346756c8fcff9f4e72f201d64fa1f5d4 test/set.test.js
