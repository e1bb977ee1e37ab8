import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeRepeats, repeatFolders } from '../../../src/app/gradeRepeatFolders';
import type { Instance } from '../../../src/core/instance/instance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { tapLog } from '../../fakes/fakeEngine';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

const instance = {
  id: 'a__b-1',
  repo: 'a/b',
  version: null,
  failToPass: ['sums'],
  passToPass: ['keeps'],
  logParser: 'tap',
  evalType: 'pass_and_fail',
} as unknown as Instance;

const root = 'logs/run_evaluation';
const at = (run: string, id = 'a__b-1') => `${temp.path}/${root}/${run}/model/${id}`;
const log = (run: string, ...lines: string[]) =>
  temp.write(`${root}/${run}/model/a__b-1/test_output.txt`, tapLog(lines.join('\n')));

describe('the repeats of an evaluation', () => {
  beforeEach(() => {
    log('try', 'ok 1 - sums', 'ok 2 - keeps');
    log('try.r2', 'not ok 1 - sums', 'ok 2 - keeps');
    log('try.r10', 'ok 1 - sums', 'ok 2 - keeps');
    log('other', 'not ok 1 - sums');
    temp.write(`${root}/try.r3/model/another/test_output.txt`, '');
  });

  it('are the folders of the same run, model and instance, from whichever one looks', async () => {
    const all = [at('try'), at('try.r2'), at('try.r10')];
    expect(await repeatFolders(nodeFiles, at('try'))).toEqual(all);
    expect(await repeatFolders(nodeFiles, at('try.r10'))).toEqual(all);
    expect(await repeatFolders(nodeFiles, at('other'))).toEqual([at('other')]);
    expect(await repeatFolders(nodeFiles, temp.path)).toEqual([temp.path]);
  });

  it('say in how many of them a test passed', async () => {
    const folders = await repeatFolders(nodeFiles, at('try'));
    const repeats = await gradeRepeats(nodeFiles, instance, folders, 'swebench-v4');
    expect(repeats?.counted).toBe(3);
    expect(repeats?.tests).toEqual([
      { name: 'sums', required: 'FAIL_TO_PASS', passed: 2, failed: 1, leftOut: 0, flaky: true },
      { name: 'keeps', required: 'PASS_TO_PASS', passed: 3, failed: 0, leftOut: 0, flaky: false },
    ]);
  });

  it('are none where there is one folder, or one grade', async () => {
    expect(await gradeRepeats(nodeFiles, instance, [at('try')], 'swebench-v4')).toBeNull();
    expect(await gradeRepeats(nodeFiles, instance, [at('try'), at('none')], 'swebench-v4')).toBeNull();
  });
});
