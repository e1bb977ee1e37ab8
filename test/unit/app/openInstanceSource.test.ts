import { describe, expect, it } from 'vitest';
import { sourceOfInstance } from '../../../src/app/openInstanceSource';
import type { Environment } from '../../../src/core/study/environment';
import { makeInstance } from '../../fakes/openRequest';

const instance = makeInstance('a'.repeat(40));
const block = (id: string, match: Environment['match'], path: string | null): Environment => ({
  id,
  match,
  repository: path === null ? null : { kind: 'path', path },
  image: null,
  build: null,
  workdir: '/testbed',
  env: {},
  test: null,
  parser: null,
});

describe('sourceOfInstance', () => {
  it("never makes an address of a row's repo", () => {
    expect(sourceOfInstance(instance, {})).toBeNull();
  });

  it('asks what was named, then the settings, then the study file', () => {
    const environments = [block('lib', { repo: 'ada/lib' }, '/study')];
    const repositories = { 'ada/lib': '/setting' };
    const explicit = { kind: 'path', path: '/named' } as const;
    expect(sourceOfInstance(instance, { explicit, repositories, environments })).toEqual(explicit);
    expect(sourceOfInstance(instance, { repositories, environments })).toEqual({ kind: 'path', path: '/setting' });
    expect(sourceOfInstance(instance, { environments })).toEqual({ kind: 'path', path: '/study' });
  });

  it('takes the setting of the instance before that of its repository', () => {
    const repositories = { 'ada/lib': '/setting', 'ada__lib-1': '/own.bundle' };
    expect(sourceOfInstance(instance, { repositories })).toEqual({ kind: 'bundle', path: '/own.bundle' });
  });

  it('takes the first block that matches, from the top', () => {
    const environments = [
      block('other dataset', { dataset: 'other' }, '/1'),
      block('other instance', { repo: 'ada/lib', instances: ['x'] }, '/2'),
      block('this', { dataset: 'rows', instances: ['ada__lib-1'] }, '/3'),
      block('later', { repo: 'ada/lib' }, '/4'),
    ];
    expect(sourceOfInstance(instance, { environments, datasetId: 'rows' })).toEqual({ kind: 'path', path: '/3' });
    expect(sourceOfInstance(instance, { environments: [block('none', {}, null), ...environments] })).toBeNull();
  });

  it('names the setting that can not be used', () => {
    expect(() => sourceOfInstance(instance, { repositories: { 'ada/lib': 'ext::sh' } })).toThrow(
      /touchstone\.repositories\["ada\/lib"\]/,
    );
  });
});
