import { existsSync, lstatSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { type ImageWorkspaceRequest, openImageWorkspace } from '../../src/app/imageWorkspace';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { gitImageWorkspaces } from '../../src/io/git/imageWorkspaces';
import { diffWorkspace } from '../../src/io/git/workspaceDiff';
import { gitWorkspaces } from '../../src/io/git/workspaces';
import { sha256 } from '../../src/io/store/sha256';
import { Tasks } from '../../src/worker/tasks';
import { workspaceApi } from '../../src/worker/workspaceApi';
import {
  type EvaluationProject,
  evalScriptAround,
  makeProject,
  patchItem,
  quietHooks,
} from '../fakes/evaluationProject';
import { git } from '../fakes/git';
import { makeInstance } from '../fakes/openRequest';
import { makeTestbedImage, type TestbedImage, testbedScript } from '../fakes/testbedImage';
import { makeContext, makeFolder } from '../fakes/workspaceContext';
import { dockerAnswers } from './engines';

/** Whatever of this is run leaves a file: on this machine at the given path, in a container at the same one. */
const planted = `/tmp/touchstone-planted-${process.pid}`;

/** What a hostile image brings beside an honest testbed. */
const hostile = `${testbedScript}
PLANT='touch ${planted}'
git config core.fsmonitor "$PLANT; echo"
git config core.hooksPath /testbed/.hooks && mkdir -p .hooks .git/hooks .git/info
for hook in post-checkout pre-commit post-index-change reference-transaction; do
  printf '#!/bin/bash\\n%s\\n' "$PLANT" >.hooks/$hook && cp .hooks/$hook .git/hooks/$hook
done
chmod 755 .hooks/* .git/hooks/*
git config filter.evil.clean "$PLANT; cat" && git config filter.evil.smudge "$PLANT; cat"
git config diff.evil.textconv "$PLANT; cat" && git config alias.status "!$PLANT"
printf '*.sh filter=evil diff=evil\\n' >.git/info/attributes
mkdir -p .vscode && printf '{"git.path": "/testbed/evil"}\\n' >.vscode/settings.json
mkdir -p nested && git init -q nested && git -C nested config core.fsmonitor "$PLANT; echo"
git init -q --bare bare && git -C bare config core.fsmonitor "$PLANT; echo"
ln -s /etc/passwd absolute && ln -s ../../../etc/passwd upward && ln -s src/old.txt inside && ln -s . here
ln -s /tmp tmp-folder
printf one >Case && printf two >case
cp greet.sh suid && chmod 6755 suid
mkfifo pipe
mkdir -p lib.egg-info src/__pycache__ && printf built >lib.egg-info/PKG-INFO && printf built >src/__pycache__/a.pyc
printf 'of the image\\n' >src/old.txt
rm -f ${planted}
env git -C /testbed diff >/dev/null && [ -e ${planted} ] || { echo 'nothing was planted'; exit 5; }
rm -f ${planted}
echo "$BASE"
`;

const quiet = { onProgress: () => undefined, confirmPull: async () => false };

const setUp = async () => {
  const context = await makeContext();
  const ports = {
    engine: new DockerEngine(null),
    sessions: new DockerSessions(null),
    workspaces: gitWorkspaces(context),
    trees: gitImageWorkspaces(context),
    sha256,
  };
  return { context, ports };
};

const requestOf = (image: TestbedImage, more: Partial<ImageWorkspaceRequest> = {}): ImageWorkspaceRequest => ({
  instance: makeInstance(image.said, { id: `ada__lib-${image.name.slice(-8)}` }),
  image: { image: image.name, recipe: null, namedByData: true },
  testbed: '/testbed',
  history: 'scrub',
  studyRoot: null,
  datasetPath: null,
  withTestPatch: false,
  onExisting: 'tell',
  ...more,
});

const containersOf = async ({ instance }: ImageWorkspaceRequest): Promise<number> => {
  const label = [`dev.touchstone.instance=${instance.id}`];
  return (await new Docker().listContainers({ all: true, filters: { label } })).length;
};

describe.skipIf(!dockerAnswers)('a workspace out of a hostile image', () => {
  let image: TestbedImage;
  beforeAll(async () => {
    image = await makeTestbedImage(hostile);
  }, 120_000);
  afterAll(() => image?.remove());

  it.each(['scrub', 'keep'] as const)(
    'runs nothing of it on this machine and writes nowhere else (%s)',
    async (history) => {
      const { context, ports } = await setUp();
      const request = requestOf(image, { history });
      const result = await openImageWorkspace(ports, request, quiet);
      if (result.kind !== 'opened') throw new Error(result.kind);
      const { folder, notes } = result;
      expect(git(folder, 'status', '--porcelain')).toBe('');
      expect(await diffWorkspace(folder, undefined, context)).toBe('');
      expect(existsSync(planted)).toBe(false);
      expect(git(folder, 'config', '--list')).not.toMatch(/fsmonitor|evil|alias/);
      expect(existsSync(join(folder, '.git', 'hooks'))).toBe(false);
      expect((await readdir(folder)).sort()).toEqual(
        [
          '.git',
          '.gitignore',
          '.hooks',
          '.touchstone-instance.json',
          'Case',
          'README.md',
          'case',
          'greet.sh',
          'here',
          'inside',
          'lib.egg-info',
          'logo.bin',
          'nested',
          'src',
          'suid',
        ].sort(),
      );
      expect(await readdir(join(folder, 'nested'))).toEqual([]);
      expect(lstatSync(join(folder, 'suid')).mode & 0o6000).toBe(0);
      expect(await readFile(join(folder, 'src', '__pycache__', 'a.pyc'), 'utf8')).toBe('built');
      for (const name of ['absolute', 'upward', 'tmp-folder', 'pipe', 'bare']) expect(notes.join('\n')).toContain(name);
      expect(await containersOf(request)).toBe(0);
    },
  );

  it('warns that the image shows later commits, and brings none of them', async () => {
    const { ports } = await setUp();
    for (const history of ['scrub', 'keep'] as const) {
      const result = await openImageWorkspace(ports, requestOf(image, { history }), quiet);
      if (result.kind !== 'opened') throw new Error(result.kind);
      expect(result.notes.join('\n')).toMatch(/commits that aren't base's own history \(1: "refs\/heads\/main"/);
      expect(result.notes.join('\n')).toContain('these differ from base: "src/old.txt"');
      const subjects = git(result.folder, 'log', '--all', '--format=%s', 'HEAD').split('\n');
      expect(subjects).toEqual(history === 'keep' ? ['base', 'first'] : ['base']);
      const all = git(result.folder, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)').split('\n');
      expect(all.filter((type) => type === 'commit')).toHaveLength(subjects.length);
      expect(git(result.folder, 'rev-parse', 'HEAD') === image.said).toBe(history === 'keep');
    }
  });

  it('leaves neither folder nor container where it is cancelled amid the copy', async () => {
    const { ports, context } = await setUp();
    const [parent, stop] = [await makeFolder(), new AbortController()];
    const request = requestOf(image, { dir: join(parent, 'there') });
    const onProgress = (text: string) => void (text.startsWith('Copying') && stop.abort(new Error('Cancelled')));
    await expect(openImageWorkspace(ports, request, { ...quiet, onProgress }, stop.signal)).rejects.toThrow(
      'Cancelled',
    );
    expect(await readdir(parent)).toEqual([]);
    expect(await readdir(join(context.cache, 'images')).catch(() => [])).toEqual([]);
    expect(await containersOf(request)).toBe(0);
  });
});

/** Says in TAP what it sees of the workspace's files, in the testbed of the container. */
const looks = `check() { if eval "$2"; then echo "ok $1"; else echo "not ok $1"; fi; }
check "1 - changed" '[ "$(bash src/run.sh)" = "good day Ada" ]'
check "2 - new" '[ "$(cat "src/ne w.txt")" = new ]'
check "3 - deleted" '[ ! -e src/old.txt ]'
check "4 - binary" '[ "$(wc -c <logo.bin)" = 300 ]'
check "5 - mode" '[ -x greet.sh ] && [ ! -x src/run.sh ]'
check "6 - committed" '[ "$(cat committed.txt)" = committed ]'
check "7 - ignored" '[ ! -e mine.pyc ]'
check "8 - built" '[ "$(cat lib.egg-info/PKG-INFO)" = built ]'
check "9 - left out" '[ -L absolute ] && [ -e Case ]'
echo 1..9`;
const names = ['changed', 'new', 'deleted', 'binary', 'mode', 'committed', 'ignored', 'built', 'left out'];

describe.skipIf(!dockerAnswers)('the tests of a workspace that came out of an image', () => {
  let image: TestbedImage;
  let project: EvaluationProject;
  beforeAll(async () => {
    image = await makeTestbedImage(hostile);
    project = await makeProject();
  }, 120_000);
  afterAll(async () => {
    await image?.remove();
    project?.remove();
  });

  it.each(['scrub', 'keep'] as const)('see its files as they stand (%s)', async (history) => {
    const { context, ports } = await setUp();
    const { folder } = await openImageWorkspace(ports, requestOf(image, { history }), quiet);
    await writeFile(join(folder, 'committed.txt'), 'committed\n');
    git(folder, 'add', 'committed.txt');
    git(folder, 'commit', '--quiet', '-m', 'mine');
    await writeFile(join(folder, 'greet.sh'), 'greet() { echo "good day $1"; }\n');
    await chmod(join(folder, 'greet.sh'), 0o755);
    await chmod(join(folder, 'src', 'run.sh'), 0o644);
    await writeFile(join(folder, 'src', 'ne w.txt'), 'new\n');
    await writeFile(join(folder, 'logo.bin'), Buffer.alloc(300, 7));
    await writeFile(join(folder, 'mine.pyc'), 'ignored\n');
    if (history === 'scrub') await rm(join(folder, 'src', 'old.txt'));
    await mkdir(join(folder, 'lib.egg-info'), { recursive: true });
    const patch = await diffWorkspace(folder, undefined, context);
    const wanted = names.filter((name) => history === 'scrub' || name !== 'deleted');
    const instance = project.instance({
      image: image.name,
      baseCommit: image.said,
      failToPass: wanted,
      passToPass: [],
      evalScript: evalScriptAround(`cat >tests.sh <<'LOOKS'\n${looks}\nLOOKS`),
    });
    const request = project.request([patchItem(instance, patch, `work-${history}`)], {
      targetOf: () => ({
        image: { image: image.name, recipe: null, namedByData: false },
        repository: null,
        testbed: '/testbed',
        env: {},
        testCommand: null,
        parser: null,
      }),
    });
    const { items } = await evaluate(
      project.ports(new DockerEngine(null)),
      request,
      quietHooks,
      new AbortController().signal,
    );
    const log = await readFile(join(items[0]?.folder ?? '', 'test_output.txt'), 'utf8').catch(() => 'no log');
    for (const name of wanted) expect(log).toMatch(new RegExp(`^ok \\d - ${name}$`, 'm'));
  });
});

describe.skipIf(!dockerAnswers)('an image that brings files and no repository', () => {
  let image: TestbedImage;
  let project: EvaluationProject;
  beforeAll(async () => {
    image = await makeTestbedImage(`${testbedScript}rm -rf .git\necho "$BASE"\n`);
    project = await makeProject();
  }, 120_000);
  afterAll(async () => {
    await image?.remove();
    project?.remove();
  });

  it('opens as a workspace, and its tests see the work', async () => {
    const { context, ports } = await setUp();
    const result = await openImageWorkspace(ports, requestOf(image), quiet);
    expect(git(result.folder, 'status', '--porcelain')).toBe('');
    await writeFile(join(result.folder, 'greet.sh'), 'greet() { echo "good day $1"; }\n');
    const patch = await diffWorkspace(result.folder, undefined, context);
    const evalScript = evalScriptAround(`cat >tests.sh <<'LOOKS'\n${looks}\nLOOKS`);
    const instance = project.instance({ image: image.name, evalScript, failToPass: ['changed'], passToPass: [] });
    const target = { image: { image: image.name, recipe: null, namedByData: false }, repository: null };
    const plain = { testbed: '/testbed', env: {}, testCommand: null, parser: null };
    const request = project.request([patchItem(instance, patch)], { targetOf: () => ({ ...target, ...plain }) });
    const signal = new AbortController().signal;
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, quietHooks, signal);
    expect(items[0]?.outcome, items[0]?.reason).toMatchObject({ kind: 'resolved' });
  });
});

describe.skipIf(!dockerAnswers)('the editor', () => {
  let image: TestbedImage;
  beforeAll(async () => {
    image = await makeTestbedImage(`${testbedScript}echo "$BASE"\n`);
  }, 120_000);
  afterAll(() => {
    vi.unstubAllEnvs();
    return image?.remove();
  });

  it('is offered the image where no repository is known, and opens a workspace out of it', async () => {
    vi.stubEnv('TOUCHSTONE_CACHE', (await makeContext()).cache);
    const instance = makeInstance(image.said, { id: `ada__editor-${image.name.slice(-8)}`, image: image.name });
    const said: string[] = [];
    const host = { progress: async ({ text }: { readonly text: string }) => void said.push(text) };
    const api = workspaceApi(nodeFiles, { readInstance: async () => instance }, new Tasks(), () => host as never);
    const folder = await makeFolder();
    const plain = { studyFolder: folder, datasetPath: join(folder, 'rows.jsonl'), instanceId: instance.id };
    const usual = { withTestPatch: false, repositories: {}, onExisting: 'tell' as const, images: {}, endpoint: null };
    const asked = { task: 'open', ...plain, ...usual };
    expect(await api.openWorkspace(asked)).toEqual({ kind: 'no-source', repo: 'ada/lib', image: image.name });
    const reply = await api.openWorkspace({ ...asked, fromImage: 'scrub' });
    if (reply.kind !== 'opened') throw new Error(reply.kind);
    expect(reply.notes.join()).toContain("commits that aren't base's own history");
    expect(git(reply.folder, 'log', '--format=%s')).toBe('base');
    expect(said.some((text) => /^Copying the files: \d+ MB of about \d+ MB$/.test(text))).toBe(true);
    expect(await api.workspaceTie({ folder: reply.folder })).toMatchObject({ instanceId: instance.id });
    expect(await api.workspaceDiff({ folder: reply.folder })).toBe('');
  });
});
