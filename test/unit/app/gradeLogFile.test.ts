import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gradeLogFile } from '../../../src/app/gradeLogFile';
import type { GradedInstance } from '../../../src/core/evaluation/gradedInstance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';

const instance: GradedInstance = {
  id: 'o__r-1',
  repo: 'o/r',
  version: null,
  failToPass: ['f'],
  passToPass: [],
  logParser: 'tap',
  evalType: null,
};

const log = `>>>>> Start Test Output\n${'# noise\r\n'.repeat(100_000)}ok 1 - f\n>>>>> End Test Output\n`;

describe('a log in a file', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const grade = (name: string, bytes: string | Uint8Array) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    return gradeLogFile(nodeFiles, instance, file, 'swebench-v5');
  };

  it('is graded in pieces, also where it is gzip, with lines and bytes of the text', async () => {
    for (const bytes of [Buffer.from(log), gzipSync(log)]) {
      const { grade: graded } = await grade('test_output.txt', bytes);
      expect(graded.outcome).toEqual({ kind: 'resolved' });
      const start = log.indexOf('ok 1');
      expect(graded.tests[0]).toMatchObject({ line: 100_002, start, end: start + 'ok 1 - f'.length });
    }
  });

  it('that lacks is said, as are a folder and a gzip file that was cut', async () => {
    const wrong = (file: string) => gradeLogFile(nodeFiles, instance, file, 'swebench-v5');
    await expect(wrong(path.join(folder, 'none'))).rejects.toThrow('no such log');
    await expect(wrong(folder)).rejects.toThrow('not a file');
    await expect(grade('cut.gz', gzipSync(log).subarray(0, 200))).rejects.toThrow('The gzip file ends early');
  });

  it('with bytes that are not UTF-8 is graded, and they are said', async () => {
    const { grade: graded } = await grade('latin.txt', Buffer.from(`${log}\xff`, 'latin1'));
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.warnings).toEqual(['the log holds bytes that are not UTF-8; they were read as U+FFFD']);
  });
});
