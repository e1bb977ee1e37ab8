import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readEnvironments, readEvaluation } from '../../../../src/core/study/readEnvironments';

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

  it('says what the tests leave of line coverage, and takes no path out of the tree', () => {
    const coverage = 'coverage: { report: [cov/lcov.info, ../x], files: [src/a.js] }';
    expect(read(`environments: [{ id: a, ${coverage} }]`)?.coverage).toEqual({
      reports: ['cov/lcov.info'],
      files: ['src/a.js'],
    });
    expect(read('environments: [{ id: a }]')?.coverage).toBeUndefined();
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

describe('how a speed-up is measured', () => {
  const optimisation = (text: string) => readEvaluation(parseDocument(text).contents).optimisation;

  it('is as the study file says, else as usual; nonsense is not taken', () => {
    expect(optimisation('evaluation: { optimisation: { repeats: 5, threshold: 0.5 } }')).toEqual({
      repeats: 5,
      threshold: 0.5,
    });
    expect(optimisation('evaluation: { optimisation: { repeats: -1, threshold: 7 } }')).toEqual({
      repeats: 15,
      threshold: 0.8,
    });
    expect(optimisation('evaluation: { timeout: 20s }')).toBeUndefined();
  });
});
