import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import type { ImageRequest } from '../../src/core/run/container/engine';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerImageStore } from '../../src/io/docker/imageStore';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  patchItem,
  quietHooks,
  shellImage,
} from '../fakes/evaluationProject';
import { dockerAnswers } from './engines';

const docker = new Docker();
const image = `touchstone-tests/recipe-${process.pid}`;
let project: EvaluationProject;

beforeAll(async () => {
  project = await makeProject();
  vi.stubEnv('TOUCHSTONE_CACHE', join(project.temp.path, 'cache'));
  if (!dockerAnswers) return;
  const request = { image: shellImage, recipe: { base: 'host', packages: [] }, namedByData: false };
  await new DockerEngine(null).prepareImage(request, { onProgress: () => {}, confirmPull: async () => false });
});
afterEach(async () => {
  if (!dockerAnswers) return;
  const store = new DockerImageStore(docker);
  for (const left of (await store.list()).filter(({ names, lastUsedAt }) => names.length === 0 && lastUsedAt !== null))
    await store.remove(left);
  const tags = (await docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? []);
  for (const tag of tags.filter((name) => name.startsWith(`${image}:`)))
    await docker.getImage(tag).remove({ force: true });
});
afterAll(() => {
  vi.unstubAllEnvs();
  project.remove();
});

const signal = new AbortController().signal;

describe.skipIf(!dockerAnswers)('an evaluation in an image that a recipe makes', () => {
  it('finds what the commands made beside the checkout, is graded, and names the image in its record', async () => {
    const built: ImageRequest = {
      image,
      recipe: {
        base: shellImage,
        packages: [],
        copy: ['greet.sh'],
        setup: ['mkdir deps && cp greet.sh deps/made', 'test ! -e tests.sh'],
        network: false,
      },
      copyFrom: { source: { kind: 'path', path: project.source }, commit: project.base, keepOut: [] },
      namedByData: true,
    };
    const item = patchItem(project.instance({ evalScript: evalScriptAround('cat deps/made') }), goldPatch);
    const target = project.request([]).targetOf(item.instance);
    const request = project.request([item], { again: true, targetOf: () => ({ ...target, image: built }) });
    const hooks = { ...quietHooks, confirmBuild: async () => true };
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, hooks, signal);
    expect(items[0]?.reason).toBeDefined();
    expect(items[0]?.outcome).toEqual({ kind: 'resolved' });
    const folder = items[0]?.folder ?? '';
    expect(readFileSync(join(folder, 'test_output.txt'), 'utf8')).toContain('greet() { echo "hello $1"; }');
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toMatchObject({
      testbed: 'bundle',
      image: {
        name: expect.stringMatching(new RegExp(`^${image}:[0-9a-f]{16}$`)),
        digest: expect.stringMatching(/^sha256:/),
        repoDigest: null,
        platform: expect.stringMatching(/^linux\//),
      },
    });
  });

  it('has no verdict and tells why where the build fails', async () => {
    const recipe = { base: shellImage, packages: [], setup: ['echo no such thing; exit 9'], network: false };
    const item = patchItem(project.instance(), goldPatch);
    const target = project.request([]).targetOf(item.instance);
    const targetOf = () => ({ ...target, image: { image, recipe, namedByData: true } });
    const request = project.request([item], { again: true, targetOf });
    const hooks = { ...quietHooks, confirmBuild: async () => true };
    const { items } = await evaluate(project.ports(new DockerEngine(null)), request, hooks, signal);
    expect(items[0]?.outcome).toMatchObject({ kind: 'none', reason: 'infrastructure' });
    expect(items[0]?.reason).toContain('setup[0] (echo no such thing; exit 9), ended with 9');
  });
});
