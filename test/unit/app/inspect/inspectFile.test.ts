import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectFile } from '../../../../src/app/inspect/inspectFile';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { instanceRow, jsonLines, predictionRow } from '../../../fakes/rows';
import { harborToml, oddPatch, taskYaml } from '../../../fakes/taskFolders';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const inspected = (content: string | Uint8Array, name = 'some file') =>
  inspectFile(nodeFiles, folder.write(name, content));

const report = {
  'a__b-1': {
    patch_is_None: false,
    patch_exists: true,
    patch_successfully_applied: true,
    resolved: true,
    tests_status: {},
  },
};
const summary = { total_instances: 2, resolved_ids: ['a__b-1'], unresolved_ids: ['a__b-2'], schema_version: 2 };
const marked = (tests: string): string => `+ : '>>>>> Start Test Output'\n${tests}\n+ : '>>>>> End Test Output'\n`;

describe('what only resembles a format', () => {
  it('a program that holds lines of logs is a program', async () => {
    const program = 'LOG = """\n=== test session starts ===\nPASSED a/b.py::test_c\n"""\n';
    expect(await inspected(program, 'test_parser.py')).toMatchObject({ format: 'source-code' });
    expect(await inspected(program, 'test_output.txt')).toMatchObject({ format: 'pytest-log' });
  });

  it.each(['.babelrc', 'pyrightconfig.json'])('settings by lists of texts (%s) are no samples', async (name) => {
    const found = await inspected('{"include": ["src"], "exclude": ["dist", "out"]}', name);
    expect(found.format).toBeNull();
  });

  it('recorded bytes that begin as YAML does are not parsed as it', async () => {
    const bytes = `flow: ${'\u0001]{'.repeat(1000)}`;
    expect((await inspected(bytes, 'flow.mitm')).format).toBeNull();
  });

  it('an issue of SWE-Lancer is told by either spelling of its steps', async () => {
    for (const field of ['issue_repro_steps', 'issue_repo_steps'])
      expect((await inspected(JSON.stringify({ title: 'a', [field]: 'b' }))).format).toBe('swe-lancer-issue');
  });
});

describe('a file is told by its content, whatever its name', () => {
  const table: readonly (readonly [string, string, string | null, Record<string, number>])[] = [
    [jsonLines([instanceRow('a__b-1')]), 'swebench-jsonl', 'v5', { instances: 1, repositories: 1 }],
    [jsonLines([predictionRow('a__b-1', oddPatch)]), 'predictions-jsonl', null, { predictions: 1, models: 1 }],
    [JSON.stringify(report), 'swebench-report', null, { reports: 1, instances: 1, resolved: 1 }],
    [JSON.stringify(summary), 'swebench-summary', '2', { instances: 2, resolved: 1, unresolved: 1 }],
    [
      '{"tests":[{"name":"a","status":"PASSED"},{"name":"b","status":"FAILED"}]}',
      'pro-output',
      null,
      { tests: 2, PASSED: 1, FAILED: 1 },
    ],
    [
      '{"instance_id":"instance_a","image_ref":"x","base":{"resolved":false},"golden":{"resolved":true}}',
      'pro-analysis',
      null,
      { runs: 2 },
    ],
    ['{"metadata":{},"annotations":{"a__b-1":{"keywords":[]}}}', 'openhands-annotations', null, { annotations: 1 }],
    [
      '{"files":[],"fail_to_pass":[{"name":"a","description":"b"}],"pass_to_pass":[]}',
      'judge-rubric',
      null,
      { criteria: 1 },
    ],
    ['{"FAIL_TO_PASS":["a"],"PASS_TO_PASS":[]}', 'swebench-task-tests', null, { failToPass: 1, passToPass: 0 }],
    ['{"title":"t","price":5,"issue_repro_steps":"x"}', 'swe-lancer-issue', null, { issues: 1 }],
    ['{"files":{"solution":["a.py"],"test":["b.py","c.py"]}}', 'aider-exercise', null, { solution: 1, tests: 2 }],
    ['{"version": 2, "width": 80, "height": 24}\n[0.1, "o", "x"]\n[0.2, "o", "y"]\n', 'asciinema', '2', { events: 2 }],
    [
      '{"Action":"run","Package":"a/b","Test":"TestX"}\n{"Action":"pass","Package":"a/b","Test":"TestX"}\n',
      'go-test-json',
      null,
      { events: 2 },
    ],
    [marked('PASSED a.py::test_a'), 'swebench-test-output', null, { lines: 3, results: 1 }],
    ['>>>>> Applied Patch (pred_try)\n>>>>> Some Tests Failed\n', 'v1-eval-log', '1', { lines: 2 }],
    ['[a__b] [a__b-1] Task Metadata:\n\t- Instance ID: a__b-1\n', 'v1-eval-log', '1', { lines: 2 }],
    ['2026-01-02 03:04:05,678 - INFO - Creating container\n', 'run-instance-log', null, { lines: 1 }],
    ['=== RUN   TestA\n--- PASS: TestA (0.00s)\nok  \ta\t0.1s\n', 'go-test-log', null, { lines: 3, results: 1 }],
    ['\u001b[32mPASSED\u001b[0m a.py::test_a\nFAILED a.py::test_b - x\n', 'pytest-log', null, { results: 2 }],
    ['running 2 tests\ntest a::b ... ok\ntest a::c ... FAILED\n', 'cargo-test-log', null, { results: 2 }],
    ['TAP version 13\nok 1 a\nnot ok 2 b\n1..2\n', 'tap-log', null, { results: 2 }],
    [
      '<?xml version="1.0"?>\n<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>',
      'junit-xml',
      null,
      { results: 1 },
    ],
    ["#!/bin/bash\n: '>>>>> Start Test Output'\n", 'eval-script', 'classic', { lines: 2 }],
    ['#!/bin/sh\ntrue\n', 'shell-script', null, { lines: 2 }],
    [oddPatch, 'unified-diff', null, { files: 1, added: 1, removed: 1 }],
    [taskYaml, 'swebench-task-yaml', 'v5', { tasks: 1 }],
    ['instruction: Mend it\ndifficulty: easy\n', 'terminal-bench-task-yaml', '1', { tasks: 1 }],
    [harborToml, 'harbor-task-toml', '1.1', { tasks: 1 }],
    ['id: mine\ncriteria:\n- id: right\n', 'touchstone-rubric', null, { criteria: 1 }],
    ['instance_id,field,value,by,reason\na__b-1,language,Go,,\n', 'touchstone-labels', null, { lines: 2 }],
    ['file\twhat\na\tb\nc\td\n', 'tsv-table', null, { rows: 2, columns: 2 }],
    ['FROM debian\nRUN true\n', 'dockerfile', null, { lines: 2 }],
    ['# v2 git bundle\nab12 HEAD\n\nPACK', 'git-bundle', null, { bundles: 1 }],
    ['touchstone: 1\nstudy: mine\ndatasets: [a, b]\n', 'touchstone-study', '1', { datasets: 2, runs: 0 }],
    ['{"schema":"touchstone-evaluation/1","runId":"r"}', 'touchstone-evaluation', '1', { evaluations: 1 }],
    ['{"id":"r","model":"m","agent":"mini","base":null,"attempt":2}', 'touchstone-run', null, { runs: 1 }],
    ['0123456789012345678901234567890123456789\n', 'commit-id', null, { commits: 1 }],
  ];

  it.each(table)('%#: %j', async (content, format, version, counts) => {
    const found = await inspected(content);
    expect({ format: found.format, version: found.version, skipped: found.skipped }).toEqual({
      format,
      version,
      skipped: [],
    });
    expect(found.counts).toMatchObject(counts);
  });

  it('reads through gzip', async () => {
    expect(await inspected(gzipSync(jsonLines([instanceRow('a__b-1')])))).toMatchObject({ format: 'swebench-jsonl' });
  });

  it('names a spreadsheet without reading it', async () => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('....xl/worksheets/sheet1.xml')]);
    const found = await inspected(zip, 'java.bin');
    expect(found.format).toBe('spreadsheet');
    expect(found.warnings[0]).toContain('not read');
  });

  it('says where its name alone told', async () => {
    const found = await inspected('Mend the link.\n', 'instruction.md');
    expect(found).toMatchObject({ format: 'task-instruction', warnings: [expect.stringContaining('by its name')] });
    expect(await inspected('', 'patch.diff')).toMatchObject({ format: 'empty-patch' });
    expect(await inspected('x = 1\n', 'setup.py')).toMatchObject({ format: 'source-code' });
  });

  it.each([
    ['', 'empty'],
    ['just words\n', 'No known format'],
    ['\0\u0001\u0002', 'No known format'],
    ['{"a":', ''],
    ['{"a":1}', ''],
  ])('says why %j is unknown', async (content, words) => {
    const found = await inspected(content);
    expect(found.format).toBeNull();
    expect(found.skipped[0]?.reason).toContain(words);
    expect(found.skipped[0]?.reason).not.toBe('');
  });

  it('says a cut gzip, UTF-16 and other compression', async () => {
    const cut = await inspected(gzipSync(jsonLines([instanceRow('a__b-1')])).subarray(0, 100));
    expect(cut).toMatchObject({ format: null, skipped: [{ reason: expect.stringContaining('ends early') }] });
    const wide = await inspected(Buffer.from('\ufeffPASSED a::b\n', 'utf16le'));
    expect(wide.skipped[0]?.reason).toContain('UTF-16');
    const zstd = await inspected(Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2]));
    expect(zstd.skipped[0]?.reason).toContain('zstd');
  });

  it('looks at no more than 8 MiB of a text, and says so', async () => {
    const found = await inspected(`${marked('PASSED a.py::test_a')}${'x'.repeat(9 * 1024 * 1024)}`);
    expect(found.format).toBe('swebench-test-output');
    expect(found.warnings.join()).toContain('Only the first 8 MiB');
  });
});

describe('any bytes', () => {
  const piece = fc.constantFrom(
    '>>>>> Start Test Output\n',
    'PASSED ',
    'a::b',
    '{"instance_id":"a__b-1"',
    ',"model_patch":',
    '[[steps]]\n',
    'diff --git a/x b/x\n',
    '@@ -1 +1 @@\n',
    '--- a/x\n+++ b/x\n',
    'instance_id: &a [*a, *a]\n',
    '}\n',
    '\0',
    '\ufeff',
    '#!/bin/sh\n',
    'PAR1',
    'PK\u0003\u0004',
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((parts) => new TextEncoder().encode(parts.join(''))),
    fc.json().map((text) => new TextEncoder().encode(text)),
  );

  it('are a format with counts, or a reason; never a crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('a', 'a.json', 'a.jsonl', 'a.yaml', 'a.csv', 'a.patch', 'a.log'),
        async (content, name) => {
          const found = await inspected(content, name);
          if (found.format === null) expect(found.skipped[0]?.reason).toBeTruthy();
          else expect(Object.keys(found.counts).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it.each(['x', '[', '{"', 'a::b ', 'a::', '::a PASSED ', '<img ', ' ... ok', '- ', '![', '\u001b[', '#\n', 'test '])(
    'of a million %j in one line are looked at once',
    async (part) => {
      const found = await inspected(part.repeat(1_000_000 / part.length));
      expect(found.format === null ? found.skipped.length : found.counts).toBeTruthy();
    },
  );
});
