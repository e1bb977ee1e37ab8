import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageHooks, ImageRecipe, ImageRequest } from '../../src/core/run/container/engine';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerImageStore } from '../../src/io/docker/imageStore';
import { shellImage } from '../fakes/evaluationProject';
import { git } from '../fakes/git';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const docker = new Docker();
const own = `touchstone-tests/build-${process.pid}`;
/** A base with a package manager that only writes down what it is told. */
const base = `${own}-base:1`;
let temp: TempFolder;
let asked: string[];
let said: string[];

const hooks = (yes = true): ImageHooks => ({
  onProgress: (text) => said.push(text),
  confirmPull: async () => false,
  confirmBuild: async (image, what) => {
    asked.push(`${image}: ${what}`);
    return yes;
  },
});

const recipe = (changes: Partial<ImageRecipe> = {}): ImageRecipe => ({
  base,
  packages: [],
  network: false,
  workdir: '/work',
  ...changes,
});
const request = (changes: Partial<ImageRecipe> = {}, also: Partial<ImageRequest> = {}): ImageRequest => ({
  image: `${own}-recipe`,
  recipe: recipe(changes),
  namedByData: true,
  ...also,
});
const prepare = (wanted: ImageRequest, signal?: AbortSignal, how = hooks()) =>
  new DockerEngine(null).prepareImage(wanted, how, signal);

const run = async (image: string, command: string): Promise<string> => {
  const container = await docker.createContainer({ Image: image, Cmd: ['bash', '-c', command], Tty: true });
  try {
    await container.start();
    await container.wait();
    return String(await container.logs({ stdout: true, stderr: true })).replaceAll('\r\n', '\n');
  } finally {
    await container.remove({ force: true });
  }
};

const makeBase = async (): Promise<void> => {
  const archive = pack();
  archive.entry({ name: 'usr/bin/apk', mode: 0o755 }, '#!/bin/sh\necho "$@" >/installed\n');
  archive.finalize();
  const container = await docker.createContainer({ Image: shellImage, Cmd: ['bash'] });
  await container.putArchive(archive as never, { path: '/' });
  await container.commit({ repo: `${own}-base`, tag: '1' });
  await container.remove();
};

const ownImages = async () =>
  (await docker.listImages()).flatMap(({ RepoTags }) => (RepoTags ?? []).filter((tag) => tag.startsWith(own)));

/** What the test's own cache folder knows of. */
const noted = async () => (await new DockerImageStore(docker).list()).filter(({ lastUsedAt }) => lastUsedAt !== null);

beforeAll(async () => {
  if (!dockerAnswers) return;
  await new DockerEngine(null).prepareImage(
    { image: shellImage, recipe: { base: 'host', packages: [] }, namedByData: false },
    { onProgress: () => {}, confirmPull: async () => false },
  );
  await makeBase();
});
beforeEach(() => {
  temp = tempFolder();
  asked = [];
  said = [];
  vi.stubEnv('TOUCHSTONE_CACHE', join(temp.path, 'cache'));
});
afterEach(async () => {
  for (const image of dockerAnswers ? await noted() : []) await new DockerImageStore(docker).remove(image);
  if (dockerAnswers)
    for (const tag of (await ownImages()).filter((name) => name !== base))
      await docker.getImage(tag).remove({ force: true });
  vi.unstubAllEnvs();
  temp.remove();
});
afterAll(async () => {
  if (dockerAnswers) await docker.getImage(base).remove({ force: true });
});

describe.skipIf(!dockerAnswers)('an image built by a recipe', () => {
  it('has its packages and what its commands made, and is named after what went in', async () => {
    const setup = ['echo "$PWD" >made', "printf '%s\\n' 'a \"b\" $HOME' >>made"];
    const built = await prepare(request({ packages: ['gcc', 'libc6-dev'], setup }));
    expect(built.reference).toMatch(new RegExp(`^${own}-recipe:[0-9a-f]{16}$`));
    expect(await run(built.reference ?? '', 'cat /installed /work/made')).toBe(
      'add --no-cache -- gcc libc6-dev\n/work\na "b" $HOME\n',
    );
    expect(asked).toEqual([
      `${own}-recipe: on ${base}, with gcc, libc6-dev, running ${setup.map((one) => JSON.stringify(one)).join(', ')}, without the network`,
    ]);
    expect(said.some((text) => text.includes('step 2 of'))).toBe(true);
  });

  it('is built once: not again by the same recipe, nor twice at the same time; again where it changed', async () => {
    const first = await prepare(request({ setup: ['date +%N >stamp'] }));
    const again = await Promise.all([1, 2].map(() => prepare(request({ setup: ['date +%N >stamp'] }))));
    expect(again.map(({ digest }) => digest)).toEqual([first.digest, first.digest]);
    expect(asked).toHaveLength(1);
    const other = await Promise.all([1, 2].map(() => prepare(request({ setup: ['date +%N >stamp2'] }))));
    expect(other[0]?.digest).toBe(other[1]?.digest);
    expect(other[0]?.digest).not.toBe(first.digest);
  });

  it('gets files of the repository at the base commit for its commands, and none of them stays', async () => {
    const repository = join(temp.path, 'repo');
    git(temp.path, 'init', '--quiet', '-b', 'main', repository);
    temp.write('repo/package.json', '{"one":1}');
    temp.write('repo/lib/a.lock', 'lock');
    temp.write('repo/lib/secret.lock', 'secret');
    git(repository, 'add', '.');
    git(repository, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'one');
    const commit = git(repository, 'rev-parse', 'HEAD').trim();
    const source = { kind: 'path', path: repository } as const;
    const setup = ['find . -type f | sort >../seen', 'cat package.json >/seen2', 'mkdir deps && echo x >deps/y'];
    const wanted = (copy: readonly string[]) =>
      request({ copy, setup }, { copyFrom: { source, commit, keepOut: ['lib/secret*'] } });
    const built = await prepare(wanted(['package.json', 'lib/*.lock']));
    expect(await run(built.reference ?? '', 'cat /seen /seen2; echo; cd /work; find . -type f')).toBe(
      './lib/a.lock\n./package.json\n{"one":1}\n./deps/y\n',
    );
    await expect(prepare(wanted(['nothing.lock']))).rejects.toThrow('`build.copy`: "nothing.lock" is no file of');
  });

  it('has no network where the recipe says so', async () => {
    const built = await prepare(request({ setup: ['cat /proc/net/route | wc -l >/routes; ls /sys/class/net >/nets'] }));
    expect(await run(built.reference ?? '', 'cat /nets')).toBe('lo\n');
  });

  it('names the step that failed and its last lines, and keeps the log', async () => {
    const failed = await prepare(request({ setup: ['true', 'echo one; echo two >&2; exit 7'] })).catch(
      (e: unknown) => e,
    );
    expect(failed).toMatchObject({ what: 'image' });
    const { message } = failed as Error;
    expect(message).toMatch(/setup\[1\] \(echo one; echo two >&2; exit 7\), ended with 7\.\n/);
    // Two streams: which of them comes first is the engine's choice.
    expect(message).toMatch(/\n {2}(?:one\n {2}two|two\n {2}one)\n/);
    const log = /The whole log: (.+)$/.exec(message)?.[1] ?? '';
    expect(readFileSync(log, 'utf8')).toMatch(/one\n[\s\S]*two\n|two\n[\s\S]*one\n/);
  });

  it('says that the base has no package manager', async () => {
    await expect(prepare(request({ base: shellImage, packages: ['gcc'] }))).rejects.toThrow(
      /packages \(gcc\), ended with 86\.[\s\S]*no package manager/,
    );
    await expect(prepare(request({ packages: ['-o=x', 'gcc'] }))).rejects.toThrow(/"-o=x" is no package's name/);
  });

  it('is not built without a yes', async () => {
    await expect(prepare(request({ setup: ['true'] }), undefined, hooks(false))).rejects.toThrow(
      /was not built.*refused/,
    );
    const { confirmBuild: _none, ...silent } = hooks();
    await expect(prepare(request({ setup: ['true'] }), undefined, silent)).rejects.toThrow('refused');
    expect(await ownImages()).toEqual([base]);
  });

  it('ends with its caller and leaves no image and no container', async () => {
    const stop = new AbortController();
    const sleeping = async () =>
      (await docker.listContainers()).filter(({ Command }) => Command.includes('sleep 300')).length;
    const stopped = prepare(request({ setup: ['echo kept >kept', 'sleep 300'] }), stop.signal).catch(String);
    await vi.waitFor(async () => expect(await sleeping()).toBe(1), { timeout: 30_000, interval: 100 });
    stop.abort(new Error('enough'));
    expect(await stopped).toContain('enough');
    await vi.waitFor(async () => expect(await sleeping()).toBe(0), { timeout: 30_000, interval: 100 });
    expect(await ownImages()).toEqual([base]);
    expect(await noted()).toMatchObject([{ names: [], origin: 'built', inUse: null }]);
  });

  it('is ours, and what others build on it is not', async () => {
    const built = await prepare(request({ setup: ['echo mine >it'] }));
    const container = await docker.createContainer({ Image: built.reference ?? '', Cmd: ['bash'] });
    await container.commit({ repo: `${own}-child`, tag: '1' });
    const store = new DockerImageStore(docker);
    const listed = (await store.list()).filter(({ names }) => names.some((name) => name.startsWith(own)));
    expect(listed).toMatchObject([
      { names: [built.reference], origin: 'built', inUse: expect.stringContaining('uses it') },
    ]);
    const [mine] = listed;
    expect(mine && (await store.remove(mine))).toMatchObject({
      removed: false,
      reason: expect.stringContaining('uses it'),
    });
    await container.remove();
    await docker.getImage(`${own}-child:1`).remove();
    expect(mine && (await store.remove(mine))).toEqual({ removed: true, reason: null });
  });
});

describe.skipIf(!dockerAnswers)('an image built by a Dockerfile', () => {
  const dockerfile = (text: string) => {
    const path = temp.write('study/docker/Dockerfile', text);
    return {
      image: `${own}-file`,
      recipe: null,
      dockerfile: { path, root: join(temp.path, 'study') },
      namedByData: true,
    };
  };

  it('sees its folder without what .dockerignore names, and nothing over links that leave it', async () => {
    temp.write('study/docker/.dockerignore', '*.log\n!keep.log\nsub/\n');
    for (const name of ['a.txt', 'b.log', 'keep.log', 'sub/c.txt']) temp.write(`study/docker/${name}`, name);
    temp.write('outside.txt', 'outside');
    symlinkSync('../../outside.txt', join(temp.path, 'study/docker/leaves'));
    symlinkSync('/etc/hostname', join(temp.path, 'study/docker/absolute'));
    symlinkSync('a.txt', join(temp.path, 'study/docker/stays'));
    const built = await prepare(dockerfile(`ARG BASE=${base}\nFROM \${BASE}\nCOPY . /all/\n`));
    expect(await run(built.reference ?? '', 'cd /all; find . ! -type d | sort; cat stays')).toBe(
      './.dockerignore\n./Dockerfile\n./a.txt\n./keep.log\n./stays\na.txt',
    );
    expect(said.filter((text) => text.includes('a link that leaves the folder'))).toHaveLength(2);
  });

  it('is built again where a file of its folder changed, and only then', async () => {
    temp.write('study/docker/a.txt', 'one');
    const text = `FROM ${base}\nCOPY a.txt /a.txt\n`;
    const first = await prepare(dockerfile(text));
    expect((await prepare(dockerfile(text))).digest).toBe(first.digest);
    temp.write('study/docker/a.txt', 'two');
    expect(await run((await prepare(dockerfile(text))).reference ?? '', 'cat /a.txt')).toBe('two');
    expect(asked).toHaveLength(2);
  });

  it('that lies elsewhere over a link is refused', async () => {
    temp.write('secret/Dockerfile', `FROM ${base}\n`);
    const wanted = dockerfile(`FROM ${base}\n`);
    symlinkSync(join(temp.path, 'secret'), join(temp.path, 'study', 'linked'));
    const path = join(temp.path, 'study', 'linked', 'Dockerfile');
    await expect(prepare({ ...wanted, dockerfile: { ...wanted.dockerfile, path } })).rejects.toThrow('leads out of');
    expect(existsSync(join(temp.path, 'cache', 'builds'))).toBe(false);
  });

  it('names the instruction that failed, and asks before it pulls what it stands on', async () => {
    await expect(prepare(dockerfile(`FROM ${base}\nRUN bash -c 'echo why; exit 3'\n`))).rejects.toThrow(
      /step 2, RUN bash -c 'echo why; exit 3', ended with 3\.\n {2}[\s\S]*why/,
    );
    await expect(prepare(dockerfile('FROM registry.example.org/bench/base:1\n'))).rejects.toThrow(
      'registry.example.org/bench was refused',
    );
  });
});
