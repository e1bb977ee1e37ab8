import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readEnvironments } from '../../../../src/core/study/readEnvironments';

const read = (text: string) => readEnvironments(parseDocument(text).contents)[0];

describe('an environment of the study file', () => {
  it('has its recipe with everything that is said', () => {
    const said = read(`environments:
  - id: a
    match: {}
    build:
      base: debian:12
      packages: [gcc, 7zip]
      copy: [package.json]
      setup: ["npm ci"]
      network: false
    platform: linux/amd64
`);
    expect(said).toMatchObject({
      build: {
        base: 'debian:12',
        packages: ['gcc', '7zip'],
        copy: ['package.json'],
        setup: ['npm ci'],
        network: false,
      },
      platform: 'linux/amd64',
      dockerfile: null,
    });
  });

  it('leaves to the defaults what is not said, or said as something else', () => {
    expect(read('environments: [{ id: a, build: { base: host } }]')?.build).toEqual({ base: 'host', packages: [] });
    expect(read('environments: [{ id: a, build: { packages: [x] } }]')?.build).toBeNull();
    expect(read('environments: [{ id: a, build: { base: x, network: "no", copy: y } }]')?.build).toEqual({
      base: 'x',
      packages: [],
    });
  });

  it('has a Dockerfile in the folder of the study, and none outside', () => {
    expect(read('environments: [{ id: a, dockerfile: docker/Dockerfile }]')?.dockerfile).toEqual({
      path: 'docker/Dockerfile',
      root: '.',
    });
    for (const path of ['../Dockerfile', '/etc/Dockerfile', 'a/../../b'])
      expect(read(`environments: [{ id: a, dockerfile: ${path} }]`)?.dockerfile).toBeNull();
  });
});
