import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withStudyRun } from '../../../../src/core/study/addStudyRun';

const run = { id: 'mini-x', path: 'runs/mini-x', model: 'org/x: y', agent: 'mini', attempt: 2 };
const line = '- { id: mini-x, path: runs/mini-x, model: "org/x: y", agent: mini, attempt: 2 }';

describe('a run that enters a study file', () => {
  it('stands behind the others; every other line of the sample’s file stays, comments too', () => {
    const text = readFileSync('samples/quickstart/touchstone.yaml', 'utf8');
    const next = withStudyRun(text, run) ?? '';
    expect(next.split('\n').filter((one) => !text.split('\n').includes(one))).toEqual([`  ${line}`]);
    expect(parse(next).runs.at(-1)).toEqual(run);
    expect(next.replace(`  ${line}\n`, '')).toBe(text);
  });

  it.each([
    ['no runs', 'touchstone: 1\n', `touchstone: 1\n\nruns:\n  ${line}\n`],
    ['no newline at the end', 'runs:\n- { id: a, path: b }', `runs:\n- { id: a, path: b }\n${line}\n`],
    [
      'a comment behind the last',
      'runs:\n  - id: a\n    path: b # that\nx: 1\n',
      `runs:\n  - id: a\n    path: b # that\n  ${line}\nx: 1\n`,
    ],
    ['CRLF', 'runs:\r\n  - { id: a, path: b }\r\nx: 1\r\n', `runs:\r\n  - { id: a, path: b }\r\n  ${line}\r\nx: 1\r\n`],
  ])('is entered where the file has %s', (_name, text, next) => {
    expect(withStudyRun(text, run)).toBe(next);
  });

  it.each(['runs: []\n', 'runs:\n', 'runs: [{ id: a, path: b }]\n', '# c\nruns: # none yet\nx: 1\n'])(
    'is entered in %j, which is written anew',
    (text) => {
      const next = withStudyRun(text, run) ?? '';
      expect(parse(next).runs.at(-1)).toMatchObject({ id: 'mini-x', path: 'runs/mini-x' });
      if (text.startsWith('#')) expect(next).toContain('# c');
    },
  );

  it.each([
    'runs:\n  - { id: mini-x, path: z }\n',
    'runs:\n  - { id: z, path: ./runs/mini-x/ }\n',
    'runs: 3\n',
    '- a\n',
    'a: [',
  ])('changes nothing in %j', (text) => {
    expect(withStudyRun(text, run)).toBeNull();
  });
});
