import { expect, it } from 'vitest';
import { jobEnvironment } from '../../../../src/io/local/environment';

const folders = {
  root: '/j',
  input: '/j/in',
  output: '/j/out',
  testbed: '/j/testbed',
  home: '/j/home',
  temporary: '/j/tmp',
};

it('a local job sees an allow-list, homes that are thrown away, and no secret', () => {
  const host = { PATH: '/bin', HOME: '/home/ada', SOME_API_KEY: 'x', SSH_AUTH_SOCK: '/s', GIT_DIR: '/g', CI: 'true' };
  expect(jobEnvironment(host, folders, 'id', { A: '1', HOME: '/forged' })).toEqual({
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    PATH: '/bin',
    A: '1',
    HOME: '/j/home',
    TMPDIR: '/j/tmp',
    GIT_CONFIG_GLOBAL: '/j/home/.gitconfig',
    GIT_CONFIG_NOSYSTEM: '1',
    TOUCHSTONE_IN: '/j/in',
    TOUCHSTONE_OUT: '/j/out',
    TOUCHSTONE_TESTBED: '/j/testbed',
    TOUCHSTONE_JOB: 'id',
  });
});
