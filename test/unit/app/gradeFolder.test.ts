import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeFolder } from '../../../src/app/gradeFolder';
import { gradeLogFile } from '../../../src/app/gradeLogFile';
import type { GradedInstance } from '../../../src/core/evaluation/gradedInstance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade folder ä '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
};

const row = (id: string): GradedInstance => ({
  id,
  repo: 'o/r',
  version: null,
  failToPass: ['f'],
  passToPass: [],
  logParser: 'tap',
  evalType: 'pass_and_fail',
});

const log = '>>>>> Start Test Output\nok 1 - f\n>>>>> End Test Output\n';
const rows = [row('o__r-1'), row('o__r-2'), row('a__same-3'), row('b__same-3')];
const grade = () => gradeFolder(nodeFiles, rows, folder, 'swebench-v5');
const ids = async () => (await grade()).graded.map((one) => one.grade.id);

describe('gradeFolder', () => {
  it('finds logs in the SWE-bench layout', async () => {
    write('run/model/o__r-1/test_output.txt', log);
    write('run/model/o__r-2/test_output.txt', log);
    expect(await ids()).toEqual(['o__r-1', 'o__r-2']);
  });

  it('goes by a unique ending, by the key of the report, and by a name in front of a dot', async () => {
    write('r-1/test_output.txt', log);
    write('whatever/test_output.txt', log);
    write('whatever/report.json', '{"o__r-2": {}}');
    write('flat/o__r-1.gold.v2.test_output.txt', log);
    expect(await ids()).toEqual(['o__r-1', 'o__r-1', 'o__r-2']);
  });

  it('takes the folder itself where the log lies in it', async () => {
    write('o__r-1/test_output.txt', log);
    const { graded } = await gradeFolder(nodeFiles, rows, `${join(folder, 'o__r-1')}/`, 'swebench-v5');
    expect(graded.map((one) => one.grade.id)).toEqual(['o__r-1']);
  });

  it('a log that can not be read costs its own grade', async () => {
    write('o__r-1/test_output.txt/in-the-way', log);
    write('o__r-2/test_output.txt', log);
    const { graded, skipped } = await grade();
    expect(graded.map((one) => one.grade.id)).toEqual(['o__r-2']);
    expect(skipped).toEqual([
      { where: join(folder, 'o__r-1/test_output.txt'), field: null, reason: expect.stringContaining('not a file') },
    ]);
  });

  it('lists what it cannot match, and links, and goes on', async () => {
    write('same-3/test_output.txt', log);
    write('broken/test_output.txt', log);
    write('broken/report.json', '{"o__r-1": {');
    write('o__r-1/test_output.txt', log);
    symlinkSync(join(folder, 'o__r-1'), join(folder, 'linked'));
    const { graded, skipped } = await grade();
    expect(graded).toHaveLength(1);
    expect(skipped.map((problem) => problem.where.slice(folder.length + 1)).sort()).toEqual([
      'broken/test_output.txt',
      'linked',
      'same-3/test_output.txt',
    ]);
    expect(skipped.find((problem) => problem.where.includes('same-3'))?.reason).toContain('no instance for "same-3"');
  });

  it('reads the report that the harness printed where its own log is all there is, as SWE-bench-java publishes', async () => {
    const said = (id: string, resolved: string): string =>
      `2024-08-22 20:13:10,360 - INFO - report: {'${id}': {'patch_successfully_applied': True, 'resolved': ${resolved}}}\n`;
    write('logs/o__r-1/run_instance.log', said('o__r-1', 'True'));
    write('logs/o__r-2/run_instance.log', '2024-08-22 20:13:10,360 - INFO - >>>>> Patch Apply Failed:\nno\n');
    write('logs/a__same-3/run_instance.log', said('a__same-3', 'False'));
    const { graded, withoutLog, skipped } = await grade();
    expect(graded.map(({ grade: { id, outcome, rule } }) => [id, outcome.kind, rule.split('.')[0]])).toEqual([
      ['a__same-3', 'unresolved', 'report'],
      ['o__r-1', 'resolved', 'report'],
    ]);
    expect(withoutLog.map(({ instance, outcome }) => [instance, outcome])).toEqual([
      ['o__r-2', expect.objectContaining({ kind: 'none', reason: 'not-applied' })],
    ]);
    expect(skipped).toEqual([]);
  });

  it('a trial that left neither results nor its log is skipped, and the log that is missing is named', async () => {
    write('run/o__r-1.1-of-2/panes/post-agent.txt', 'x');
    write('run/o__r-2/test_output.txt', log);
    const { graded, skipped } = await grade();
    expect(graded.map((one) => one.grade.id)).toEqual(['o__r-2']);
    expect(skipped).toEqual([
      {
        where: join(folder, 'run/o__r-1.1-of-2/panes/post-test.txt'),
        field: null,
        reason: expect.stringContaining('nothing to grade'),
      },
    ]);
  });

  it('says where there is no folder and where there is no log', async () => {
    await expect(gradeFolder(nodeFiles, rows, join(folder, 'none'), 'swebench-v5')).rejects.toThrow('no such folder');
    await expect(grade()).rejects.toThrow('no log here');
    symlinkSync(join(folder, 'none'), join(folder, 'o__r-1'));
    await expect(grade()).rejects.toThrow(/Passed over: .*o__r-1, a link, which is not followed/);
  });
});

describe('gradeLogFile', () => {
  it('reads bytes that are not UTF-8 and says so', async () => {
    const bytes = Buffer.concat([
      Buffer.from(log.slice(0, 24)),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(log.slice(24)),
    ]);
    const graded = await gradeLogFile(nodeFiles, row('o__r-1'), write('log', bytes), 'swebench-v5');
    expect(graded.grade.outcome).toEqual({ kind: 'resolved' });
    expect(graded.grade.warnings).toEqual(['the log holds bytes that are not UTF-8; they were read as U+FFFD']);
  });

  it('takes an empty log for one in which no test started', async () => {
    const graded = await gradeLogFile(nodeFiles, row('o__r-1'), write('log', ''), 'swebench-v5');
    expect(graded.grade.outcome).toMatchObject({ kind: 'none', reason: 'error' });
  });

  it('says where there is no log', async () => {
    await expect(gradeLogFile(nodeFiles, row('o__r-1'), join(folder, 'x'), 'swebench-v5')).rejects.toThrow(
      'no such log',
    );
    await expect(gradeLogFile(nodeFiles, row('o__r-1'), folder, 'swebench-v5')).rejects.toThrow('not a file');
  });
});
