export const commit = '0123456789abcdef0123456789abcdef01234567';

/** A good row of the SWE-bench family, v5 columns, as it stands in a file; `changes` replace or add fields. */
export const instanceRow = (id: string, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  repo: 'acme/ledger',
  instance_id: id,
  base_commit: commit,
  patch: 'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-1\n+2\n',
  test_patch: 'diff --git a/t.js b/t.js\n',
  problem_statement: '\n\n# Totals are wrong\r\nThey are.',
  hints_text: '',
  created_at: '2026-01-02T03:04:05Z',
  version: '3.2',
  FAIL_TO_PASS: '["sums", "sums with a blank at the end "]',
  PASS_TO_PASS: ['keeps'],
  image: 'acme/image:1',
  eval_script: '#!/bin/bash\ntrue\n',
  log_parser: 'tap',
  eval_type: 'pass_and_fail',
  ...changes,
});

export const predictionRow = (
  id: string,
  patch: unknown,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({ instance_id: id, model_name_or_path: 'heron-2', model_patch: patch, ...changes });

export const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
