import { describe, expect, it } from 'vitest';
import { evaluationTarget, noTargetSettings } from '../../../../src/app/evaluation/target';
import { readRow } from '../../../../src/core/dataset/readRow';
import type { Instance } from '../../../../src/core/instance/instance';
import type { Environment } from '../../../../src/core/study/environment';
import { instanceRow } from '../../../fakes/rows';

const instance = (changes: Readonly<Record<string, unknown>> = {}): Instance => {
  const read = readRow(instanceRow('acme__ledger-7', changes), {
    where: 'row 1',
    format: 'swebench-jsonl',
    benchmark: 'swe-bench',
    columns: null,
  });
  if (read.kind === 'skipped') throw new Error(read.problem.reason);
  return read.instance;
};

const environment: Environment = {
  id: 'one',
  match: { repo: 'acme/ledger' },
  repository: { kind: 'bundle', path: '/study/ledger.bundle' },
  image: 'registry.example.org/ours:2',
  build: null,
  workdir: '/app',
  env: { A: '1' },
  test: 'make test',
  parser: 'tap',
};

const imageOf = (found: ReturnType<typeof evaluationTarget>) => found.image?.image ?? null;

describe('where an instance is run', () => {
  it("asks the person's settings, then the study file, then the row, then the naming rule", () => {
    const settings = { ...noTargetSettings, images: { 'acme/ledger': 'mine:1' } };
    const byId = { ...settings, images: { ...settings.images, 'acme__ledger-7': 'mine:2' } };
    expect(evaluationTarget(instance(), byId, [environment], null).image).toEqual({
      image: 'mine:2',
      recipe: null,
      namedByData: false,
    });
    expect(imageOf(evaluationTarget(instance(), settings, [environment], null))).toBe('mine:1');
    expect(imageOf(evaluationTarget(instance(), noTargetSettings, [environment], null))).toBe(
      'registry.example.org/ours:2',
    );
    expect(imageOf(evaluationTarget(instance(), noTargetSettings, [], null))).toBe('acme/image:1');
    expect(imageOf(evaluationTarget(instance({ image: null }), noTargetSettings, [], null))).toBe(
      'swebench/sweb.eval.x86_64.acme_1776_ledger-7:latest',
    );
  });

  it('never takes an inherited property for a setting', () => {
    const found = evaluationTarget(instance({ repo: 'x/constructor', image: null }), noTargetSettings, [], null);
    expect(found.testCommand).toBeNull();
  });

  it('builds where the environment has a recipe, under the name of the row', () => {
    const build = { ...environment, image: null, build: { base: 'host', packages: ['node'] } };
    expect(evaluationTarget(instance(), noTargetSettings, [build], null).image).toEqual({
      image: 'acme/image:1',
      recipe: { base: 'host', packages: ['node'] },
      namedByData: true,
    });
    expect(imageOf(evaluationTarget(instance({ image: null }), noTargetSettings, [build], null))).toBe(
      'touchstone/one:host',
    );
  });

  it('builds on another base, or by a Dockerfile, under a name of its own', () => {
    const recipe = { base: 'debian:12', packages: ['gcc'], copy: ['a.lock'], setup: ['make'], network: false };
    const build = {
      ...environment,
      id: 'My Env_1',
      image: null,
      build: recipe,
      keepOut: ['secret/**'],
      platform: 'linux/arm64',
    };
    expect(evaluationTarget(instance(), noTargetSettings, [build], null).image).toEqual({
      image: 'touchstone/my-env-1',
      recipe: { ...recipe, workdir: '/app' },
      copyFrom: { source: environment.repository, commit: instance().baseCommit, keepOut: ['secret/**'] },
      platform: 'linux/arm64',
      namedByData: true,
    });
    const dockerfile = { path: '/study/docker/Dockerfile', root: '/study' };
    const own = { ...environment, image: null, dockerfile };
    expect(evaluationTarget(instance(), noTargetSettings, [own], null).image).toEqual({
      image: 'touchstone/one',
      recipe: null,
      dockerfile,
      namedByData: true,
    });
  });

  it("builds by a task's own Dockerfile where no image is named", () => {
    const dockerfile = { path: '/tasks/a/environment/Dockerfile', root: '/tasks/a' };
    const found = (changes: Readonly<Record<string, unknown>>, environments: readonly Environment[] = []) =>
      evaluationTarget(instance(changes), noTargetSettings, environments, null, () => dockerfile).image;
    expect(found({ image: null })).toMatchObject({ image: 'touchstone/task-acme-ledger-7', dockerfile });
    expect(found({})).toMatchObject({ image: 'acme/image:1', recipe: null });
    expect(found({ image: null }, [environment])).toMatchObject({ image: 'registry.example.org/ours:2' });
  });

  it('is nowhere for an environment with what looks like a key', () => {
    const target = (changes: Partial<Environment>) => () =>
      evaluationTarget(instance(), noTargetSettings, [{ ...environment, ...changes }], null);
    expect(target({ env: { API_KEY: 'x' } })).toThrow('env.API_KEY looks like a key; keys never enter containers');
    expect(target({ env: { A: 'ghp_0123456789abcdefghij' } })).toThrow('env.A looks like a key');
    const setup = ['true', 'TOKEN=abc npm ci'];
    expect(target({ build: { base: 'host', packages: [], setup } })).toThrow('setup[1] holds what looks like a key');
    expect(target({ test: 'API_KEY=abc npm test' })).toThrow(
      'The test command of acme/ledger holds what looks like a key',
    );
  });

  it('takes the first environment that matches by dataset, repository and instances', () => {
    const other = { ...environment, id: 'other', match: { dataset: 'x', repo: 'acme/ledger' }, workdir: '/other' };
    const ids = { ...environment, id: 'ids', match: { instances: ['acme__ledger-8'] }, workdir: '/ids' };
    const environments = [ids, other, environment];
    expect(evaluationTarget(instance(), noTargetSettings, environments, 'y').testbed).toBe('/app');
    expect(evaluationTarget(instance(), noTargetSettings, environments, 'x').testbed).toBe('/other');
  });

  it('reads repositories of the settings as addresses, folders or names of the public host', () => {
    const source = (repo: string) =>
      evaluationTarget(instance(), { ...noTargetSettings, repositories: { 'acme/ledger': repo } }, [environment], null)
        .repository;
    expect(source('/clones/ledger')).toEqual({ kind: 'path', path: '/clones/ledger' });
    expect(source('acme/ledger')).toMatchObject({ kind: 'url' });
    expect(() => source('ext::sh -c id')).toThrow('touchstone.repositories "acme/ledger"');
  });

  it.each(['', '/', 'testbed', '/a b', '/a/../b', '/.', "/a'; id"])('refuses the working folder %j', (workdir) => {
    expect(() => evaluationTarget(instance(), noTargetSettings, [{ ...environment, workdir }], null)).toThrow(
      'workdir',
    );
  });
});
