#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff 9e6e86b174ccdd5f6b5e8c9a2d72093604cfcc1f
git -c safe.directory='*' checkout 9e6e86b174ccdd5f6b5e8c9a2d72093604cfcc1f test/set.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/set.test.js b/test/set.test.js
index c1f9ac4..39fcaf1 100644
--- a/test/set.test.js
+++ b/test/set.test.js
@@ -38,3 +38,26 @@ test('set: subtract two holes', () => {
   const breaks = [new Interval(10, 20), new Interval(30, 40)];
   assert.equal(String(set([0, 100]).subtract(breaks)), '0-10 20-30 40-100');
 });
+
+test('set: adding 2,000 intervals looks at fewer than 100,000 ends', () => {
+  const ends = ['start', 'end'].map((name) => [name, Object.getOwnPropertyDescriptor(Interval.prototype, name)]);
+  let looks = 0;
+  for (const [name, { get }] of ends) {
+    const counted = function () {
+      looks += 1;
+      return get.call(this);
+    };
+    Object.defineProperty(Interval.prototype, name, { configurable: true, get: counted });
+  }
+  try {
+    const all = new IntervalSet();
+    for (let i = 0; i < 2_000; i += 1) {
+      const start = ((i * 787) % 2_000) * 10;
+      all.add(new Interval(start, start + 5));
+    }
+    assert.equal(all.size, 2_000);
+  } finally {
+    for (const [name, descriptor] of ends) Object.defineProperty(Interval.prototype, name, descriptor);
+  }
+  assert.ok(looks < 100_000, `${looks} looks`);
+});
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
git -c safe.directory='*' checkout 9e6e86b174ccdd5f6b5e8c9a2d72093604cfcc1f test/set.test.js
