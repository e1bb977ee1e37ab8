import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootFinder, trajectoryRoots } from '../../../../../../src/core/run/trajectory/formats/folderTrajectories';

const mixed = [
  'README.md',
  'a/run.traj',
  'code/storage/message/s/m1.json',
  'code/storage/migration',
  'code/storage/part/m1/p1.json',
  'tb/fix/fix.1-of-1/panes/post-agent.txt',
  'tb/fix/fix.1-of-1/results.json',
  'tb/run_metadata.json',
  'v1/talk/base_state.json',
  'v1/talk/events/event-00000-a.json',
];

describe('folders that are trajectories', () => {
  it('are found at any depth, of several formats at once', () => {
    expect(trajectoryRoots(mixed).map(({ root, format }) => [root, format.name])).toEqual([
      ['code/storage/', 'opencode-storage'],
      ['tb/fix/fix.1-of-1/', 'terminal-bench'],
      ['v1/talk/', 'openhands-v1'],
    ]);
  });

  it('take every file below them, and none beside them', () => {
    const rootOf = rootFinder(trajectoryRoots(mixed));
    const owners = mixed.map((path) => rootOf(path)?.root ?? null);
    expect(owners).toEqual([
      null,
      null,
      'code/storage/',
      'code/storage/',
      'code/storage/',
      'tb/fix/fix.1-of-1/',
      'tb/fix/fix.1-of-1/',
      null,
      'v1/talk/',
      'v1/talk/',
    ]);
  });

  it('that lie in such a folder are no others', () => {
    const inner = mixed.map((path) => `outer/panes/${path}`);
    const roots = trajectoryRoots([...inner, 'outer/results.json', 'outer/panes/post-agent.txt']);
    expect(roots.map(({ root }) => root)).toEqual(['outer/']);
    expect(trajectoryRoots(['results.json', 'panes/post-agent.txt']).map(({ root }) => root)).toEqual(['']);
  });

  it('are found among any names, each file in the outermost one alone', () => {
    const name = fc.constantFrom('results.json', 'panes', 'post-agent.txt', 'message', 'part', 'x', 'm.json', '', '..');
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), (paths) => {
        const roots = trajectoryRoots(paths);
        const rootOf = rootFinder(roots);
        for (const one of paths) {
          const above = roots.filter(({ root }) => one.startsWith(root));
          expect(above.length).toBeLessThanOrEqual(1);
          expect(rootOf(one)).toBe(above[0] ?? null);
        }
      }),
    );
  });
});
