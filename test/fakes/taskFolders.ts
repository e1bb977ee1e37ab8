import type { TempFolder } from './tempFolder';

type Content = string | Uint8Array;

const writeAll = (folder: TempFolder, at: string, files: Readonly<Record<string, Content>>): void => {
  for (const [name, content] of Object.entries(files)) folder.write(at === '' ? name : `${at}/${name}`, content);
};

/** A gold patch with CRLF, a lone CR, a trailing blank and no final newline. */
export const oddPatch =
  'diff --git a/lib/a.js b/lib/a.js\n--- a/lib/a.js\n+++ b/lib/a.js\n@@ -1,2 +1,2 @@\n-one\r\n+two\rthree \r\n four';

export const taskYaml = `base_commit: 0123456789012345678901234567890123456789
created_at: '2026-01-02T03:04:05Z'
datasets:
- acme/Tasks
eval_type: pass_and_fail
image: acme/image:latest
image_assets:
  patch: []
  problem_statement:
  - https://pictures.example/a.png
  test_patch: []
instance_id: acme__ledger-7
log_parser: parse_log_tap
repo: acme/ledger
split: test
version: 1.20
`;

/** A whole task of a SWE-bench task repo, under `at`. */
export const writeTaskRepo = (folder: TempFolder, at: string, changes: Readonly<Record<string, Content>> = {}): void =>
  writeAll(folder, at, {
    'task.yaml': taskYaml,
    'tests.json': '{"FAIL_TO_PASS": ["sums "], "PASS_TO_PASS": ["keeps", "a \\"quoted\\" one"]}',
    'problem_statement.md': 'Totals are wrong\r\n',
    'hints.md': '',
    'gold.patch': oddPatch,
    'test.patch': 'diff --git a/t.js b/t.js\n--- a/t.js\n+++ b/t.js\n@@ -1 +1 @@\n-1\n+2\n',
    'eval.sh': "#!/bin/bash\n: '>>>>> Start Test Output'\nnpm test\n: '>>>>> End Test Output'\n",
    Dockerfile: 'FROM acme/base\nRUN true\n',
    ...changes,
  });

export const writeTerminalTask = (
  folder: TempFolder,
  at: string,
  changes: Readonly<Record<string, Content>> = {},
): void =>
  writeAll(folder, at, {
    'task.yaml':
      'instruction: |-\n  Mend the link.\ndifficulty: easy\ncategory: files\ntags: [links]\nparser_name: pytest\nmax_agent_timeout_sec: 180.0\n',
    'solution.sh': '#!/bin/bash\nln -sf a b\n',
    'run-tests.sh': '#!/bin/bash\npytest\n',
    'docker-compose.yaml': 'services:\n  client:\n    build: .\n',
    Dockerfile: 'FROM debian\nRUN true\n',
    'tests/test_outputs.py': 'def test_link():\n    assert True\n',
    ...changes,
  });

export const harborToml = `schema_version = "1.1"

[task]
name = "acme/mend-link"
keywords = ["links"]

[metadata]
difficulty = "easy"

[metadata.origin]
repo = "acme/ledger"
base_commit = "0123456789012345678901234567890123456789"

[environment]
docker_image = "acme/mend-link:1"

[verifier]
timeout_sec = 120.0
`;

export const writeHarborTask = (
  folder: TempFolder,
  at: string,
  changes: Readonly<Record<string, Content>> = {},
): void =>
  writeAll(folder, at, {
    'task.toml': harborToml,
    'instruction.md': 'Mend the link.\n',
    'environment/Dockerfile': 'FROM debian\nRUN true\n',
    'solution/solve.sh': '#!/bin/bash\nln -sf a b\n',
    'tests/test.sh': '#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n',
    ...changes,
  });

export const writeLancerTask = (
  folder: TempFolder,
  at: string,
  changes: Readonly<Record<string, Content>> = {},
): void =>
  writeAll(folder, at, {
    'issue_data.json':
      '{"title": "[$500] Totals are wrong", "price": 500.0, "issue_repro_steps": "1. Add\\r\\n2. Look", "html_description": "<p>x</p>"}',
    'commit_id.txt': '0123456789012345678901234567890123456789\n',
    'bug_reintroduce.patch':
      'diff --git a/src/sum.ts b/src/sum.ts\n--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -1 +1 @@\n-return a + b;\n+return a - b;\n',
    'test.py': 'def test_totals():\n    pass\n',
    'revert_command.txt': 'git apply x\n',
    ...changes,
  });

export const writeExercise = (folder: TempFolder, at: string, changes: Readonly<Record<string, Content>> = {}): void =>
  writeAll(folder, at, {
    '.docs/instructions.md': '# Instructions\n\nAdd two numbers.\n',
    '.docs/instructions.append.md': 'Raise on text.\n',
    '.meta/config.json':
      '{"files": {"solution": ["adder.py"], "test": ["adder_test.py"], "example": [".meta/example.py"]}}',
    '.meta/example.py': 'def add(a, b):\n    return a + b\n',
    'adder.py': 'def add(a, b):\n    pass\n',
    'adder_test.py': 'from adder import add\n',
    ...changes,
  });
