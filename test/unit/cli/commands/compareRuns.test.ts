import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { wideStudy } from '../../../fakes/wideStudy';

describe('touchstone compare-runs', () => {
  let folder: TempFolder;
  beforeAll(() => {
    folder = tempFolder();
    wideStudy(folder.path, 4, {
      one: (i) => (i < 2 ? 'resolved' : 'assertion'),
      two: (i) => (i === 0 ? 'resolved' : i === 3 ? 'empty' : 'import'),
    });
  });
  afterAll(() => folder.remove());
  const run = (...args: readonly string[]) => commandLine('compare-runs', '--study', folder.path, ...args);

  it('prints sets with their n, the flow, and what changed', async () => {
    const { code, out } = await run('one', 'two');
    expect(code).toBe(0);
    expect(out).toMatch(/both resolved +1 of 4 \(25\.0%\)/);
    expect(out).toMatch(/only one +1 of 4/);
    expect(out).toMatch(/B no verdict: empty +1/);
    expect(out).toContain('Error types, A down and B across, n 4:');
    expect(out).toMatch(/wide__repo-2 +resolved +unresolved \(import\)/);
  });

  it('prints one JSON document with every instance', async () => {
    const { code, out } = await run('one', 'two', '--json');
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document).toMatchObject({
      n: 4,
      sets: { both: 1, 'only-a': 1, 'only-b': 0, neither: 1, 'not-comparable': 1 },
      notComparable: [{ reason: 'B no verdict: empty', n: 1 }],
      flowTotal: 4,
    });
    expect(document.instances[2]).toMatchObject({
      instance: 'wide__repo-3',
      set: 'neither',
      reason: null,
      a: { errorType: { type: 'assertion', line: 3 } },
      b: { errorType: { type: 'import' } },
    });
  });

  it('reads no log where none is wanted', async () => {
    const document = JSON.parse((await run('one', 'two', '--no-types', '--json')).out);
    expect(document).toMatchObject({ flowTotal: 0, sets: { neither: 1 } });
  });

  it('ends with 1 where a run or the folder is not there, with 2 where the usage is wrong', async () => {
    expect(await run('one', 'three')).toMatchObject({ code: 1, out: '' });
    expect((await commandLine('compare-runs', 'one', 'two', '--study', `${folder.path}/none`)).code).toBe(1);
    expect((await run('one')).code).toBe(2);
    expect((await run('one', 'two', '--csv', '--svg')).code).toBe(2);
  });

  it('prints the table as CSV and the picture as SVG', async () => {
    expect((await run('one', 'two', '--csv')).out.split('\r\n')).toHaveLength(6);
    expect((await run('one', 'two', '--svg')).out).toMatch(/^<svg xmlns=/);
  });
});
