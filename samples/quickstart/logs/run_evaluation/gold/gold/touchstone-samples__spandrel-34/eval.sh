#!/bin/bash
set -uxo pipefail
cd /testbed || exit 1
git -c safe.directory='*' status
git -c safe.directory='*' show
git -c safe.directory='*' -c core.fileMode=false diff 543cd9fc0345ea449759141bf67261f0f91bade9
rm -f test/coverage.test.js
git -c safe.directory='*' apply -v - <<'EOF_SPANDREL'
diff --git a/test/coverage.test.js b/test/coverage.test.js
new file mode 100644
index 0000000..1ad741a
--- /dev/null
+++ b/test/coverage.test.js
@@ -0,0 +1,25 @@
+import assert from 'node:assert/strict';
+import { spawnSync } from 'node:child_process';
+import { existsSync } from 'node:fs';
+import { test } from 'node:test';
+import { fileURLToPath } from 'node:url';
+
+const root = fileURLToPath(new URL('..', import.meta.url));
+
+/** Runs one test file by itself and counts the lines of one source file that it reaches. */
+function linesRun(testFile, sourceFile) {
+  const { NODE_TEST_CONTEXT, ...env } = process.env;
+  const args = ['--test', '--experimental-test-coverage', '--test-reporter=lcov', testFile];
+  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
+  const records = stdout.split('end_of_record').map((record) => record.trim().split('\n'));
+  const isSource = (line) => line.startsWith('SF:') && line.replaceAll('\\', '/').endsWith(sourceFile);
+  const record = records.find((lines) => lines.some(isSource));
+  const hits = (record ?? []).filter((line) => line.startsWith('DA:')).map((line) => Number(line.split(',')[1]));
+  return { all: hits.length, run: hits.filter((count) => count > 0).length };
+}
+
+test('coverage: interval.test.js runs 90 of 100 lines of interval.js', () => {
+  assert.ok(existsSync(`${root}/test/interval.test.js`), 'there is no test/interval.test.js');
+  const { all, run } = linesRun('test/interval.test.js', 'src/interval.js');
+  assert.ok(all > 0 && run * 100 >= all * 90, `${run} of ${all} lines`);
+});
EOF_SPANDREL
: '>>>>> Start Test Output'
node --test --test-reporter=tap test/*.test.js
test_exit_code=$?
: '>>>>> End Test Output'
echo ">>>>> Test Exit Code: $test_exit_code"
mkdir -p coverage
node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=coverage/lcov.info test/interval.test.js
rm -f test/coverage.test.js
