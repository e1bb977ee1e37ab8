import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../../src/cli/main';
import { git } from '../../../fakes/git';
import { makeSource } from '../../../fakes/gitSource';
import { makeFolder } from '../../../fakes/workspaceContext';

const out: string[] = [];
const err: string[] = [];

/** Runs the program as from a terminal: exit code, and what it wrote. */
const touchstone = async (...argv: readonly string[]) => {
  out.length = 0;
  err.length = 0;
  const code = await main(argv);
  return { code, stdout: out.join(''), stderr: err.join('') };
};

beforeEach(async () => {
  vi.stubEnv('TOUCHSTONE_CACHE', await makeFolder());
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const testPatch = 'diff --git a/t.py b/t.py\nnew file mode 100644\n--- /dev/null\n+++ b/t.py\n@@ -0,0 +1 @@\n+test\n';

const makeDataset = async () => {
  const [source, folder] = [await makeSource(), await makeFolder()];
  const row = {
    instance_id: 'ada__lib-1',
    repo: 'ada/lib',
    base_commit: source.base,
    problem_statement: 'Sums are wrong.',
    patch: '',
    test_patch: testPatch,
    FAIL_TO_PASS: '["t.py::test"]',
    PASS_TO_PASS: '[]',
    version: '1.0',
  };
  const dataset = join(folder, 'rows.jsonl');
  await writeFile(dataset, `${JSON.stringify(row)}\n`);
  return { source, folder, dataset };
};

describe('touchstone open', () => {
  it('prints the folder, and one document with --json', async () => {
    const { source, folder, dataset } = await makeDataset();
    const to = join(folder, 'checkout');
    const args = ['open', 'ada__lib-1', '--dataset', dataset, '--repo', source.folder, '--to', to, '--with-tests'];
    expect(await touchstone(...args)).toMatchObject({ code: 0, stdout: `${to}\n` });
    expect(git(to, 'rev-parse', 'HEAD')).toBe(source.base);
    await writeFile(join(to, 'mine.txt'), 'mine\n');
    const again = await touchstone(...args, '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      instance: 'ada__lib-1',
      folder: to,
      baseCommit: source.base,
      withTests: true,
      reused: true,
      dirty: true,
      changed: ['mine.txt'],
    });
    const second = await touchstone('--json', ...args, '--second');
    expect(JSON.parse(second.stdout)).toMatchObject({ folder: `${to}-2`, reused: false, dirty: false });
    expect(await readFile(join(to, 'mine.txt'), 'utf8')).toBe('mine\n');
  });

  it('says what would be done with --dry-run, and does nothing', async () => {
    const { source, folder, dataset } = await makeDataset();
    const to = join(folder, 'checkout');
    const args = ['open', 'ada__lib-1', '--dataset', dataset, '--repo', source.folder, '--to', to, '--dry-run'];
    expect(await touchstone(...args)).toMatchObject({ code: 0, stdout: expect.stringContaining(source.base) });
    expect(JSON.parse((await touchstone(...args, '--json')).stdout).steps).toHaveLength(4);
    expect(await readdir(folder)).toEqual(['rows.jsonl']);
  });

  it('takes the repository from the study file around the dataset', async () => {
    const { source, folder, dataset } = await makeDataset();
    const bundle = join(folder, 'lib.bundle');
    git(source.folder, 'bundle', 'create', '--quiet', bundle, '--all');
    const study = ['touchstone: 1', 'id: lib', 'datasets:', '  - { id: rows, path: rows.jsonl }', 'environments:'];
    const block = [
      '  - id: lib',
      '    match: { dataset: rows }',
      '    repository: { bundle: lib.bundle }',
      '    image: none',
      '',
    ];
    await writeFile(join(folder, 'touchstone.yaml'), [...study, ...block].join('\n'));
    const ended = await touchstone('open', 'ada__lib-1', '--dataset', dataset);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('ada__lib-1') });
    expect(git(ended.stdout.trim(), 'rev-parse', 'HEAD')).toBe(source.base);
  });

  it.each([
    [['open', 'ada__lib-1'], 2, /--dataset/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--history', 'keep'], 2, /--history belongs to --from-image/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--from-image', '--repo', 'SOURCE'], 2, /cannot be used with/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--from-image', '--history', 'all'], 2, /scrub, keep/],
    [['open', 'absent', '--dataset', 'DATASET', '--repo', 'SOURCE'], 1, /no instance "absent"/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET'], 1, /--repo ada\/lib to fetch it from the public host/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--repo', 'ext::sh -c id'], 1, /--repo: .*address/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--repo', '/absent/folder'], 1, /no folder or bundle/],
    [['open', 'ada__lib-1', '--dataset', 'DATASET', '--repo', 'https://a:secret@b.org/x'], 1, /user or password/],
  ])('ends %j with %i and says why', async (argv, code, message) => {
    const { source, dataset } = await makeDataset();
    const filled = argv.map((each) => each.replace('DATASET', dataset).replace('SOURCE', source.folder));
    const ended = await touchstone(...filled);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended.stderr).not.toContain('secret');
  });

  it('says what opening the image would do, and does nothing', async () => {
    const { dataset, folder } = await makeDataset();
    const args = ['open', 'ada__lib-1', '--dataset', dataset, '--from-image', '--image', 'ada/lib:1', '--dry-run'];
    const { code, stdout } = await touchstone(...args, '--to', join(folder, 'there'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Prepare the image ada\/lib:1.*\nCopy \/testbed out of a container without network into /);
    expect(stdout).toContain('no history comes along');
    expect(await readdir(folder)).not.toContain('there');
  });

  it('ends with 3 where no engine answers, and leaves nothing', async () => {
    const { dataset, folder } = await makeDataset();
    const engine = [
      '--endpoint',
      `unix://${folder}/absent.sock`,
      '--image',
      'ada/lib:1',
      '--to',
      join(folder, 'there'),
    ];
    const ended = await touchstone('open', 'ada__lib-1', '--dataset', dataset, '--from-image', ...engine);
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('absent.sock') });
    expect(await readdir(folder)).toEqual(['rows.jsonl']);
  });

  it('ends with 3 where git is missing', async () => {
    const { source, folder, dataset } = await makeDataset();
    await mkdir(join(folder, 'empty'));
    vi.stubEnv('PATH', join(folder, 'empty'));
    const ended = await touchstone('open', 'ada__lib-1', '--dataset', dataset, '--repo', source.folder);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('Install git') });
  });
});
