import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInTrajectory } from '../../src/app/trajectory/findInTrajectory';
import { type OpenedTrajectory, openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { patternOf } from '../../src/core/run/trajectory/find/findPattern';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { patternMatcher } from '../../src/io/trajectories/patternMatcher';
import { type Bench, timeInTurn } from './bench';

/** 130 MB where TOUCHSTONE_NIGHT is set, else a fourth of it. */
const bytesWanted = process.env['TOUCHSTONE_NIGHT'] ? 130e6 : 32e6;
const output = 'src/module.py:12: "value" of\tthis line\n'.repeat(50);

const lineOf = (index: number, text: string): string =>
  `${JSON.stringify({
    ...{ type: index % 2 === 0 ? 'assistant' : 'user', uuid: `u${index}`, parentUuid: index ? `u${index - 1}` : null },
    ...{ sessionId: 's', version: '2.0.0', cwd: '/testbed', isSidechain: false },
    timestamp: new Date(1.7e12 + index * 1000).toISOString(),
    message:
      index % 2 === 0
        ? {
            ...{ id: `m${index}`, role: 'assistant', model: 'm', usage: { input_tokens: 1, output_tokens: 2 } },
            content: [{ type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls' } }],
          }
        : { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index - 1}`, content: text }] },
  })}\n`;

/** A session in whose last observation alone the word stands. */
const write = async (path: string): Promise<void> => {
  const file = await open(path, 'w');
  let index = 0;
  for (let bytes = 0; bytes < bytesWanted; ) {
    const lines = Array.from({ length: 500 }, () => lineOf(index++, output)).join('');
    bytes += (await file.write(lines)).bytesWritten;
  }
  await file.write(lineOf(index % 2 === 0 ? index + 1 : index, `${output}the Needle "here"`));
  await file.close();
};

const firstHit = async (opened: OpenedTrajectory): Promise<number> => {
  const pattern = patternOf({ text: 'needle "HERE"', matchCase: false, wholeWord: false, regex: false });
  if ('fault' in pattern) throw new Error(pattern.fault);
  const options = { mostInOne: 100, signal: new AbortController().signal };
  for await (const news of findInTrajectory(opened, pattern, patternMatcher(pattern), options))
    if (news.kind === 'step') return news.idx;
  throw new Error('Nothing was found.');
};

const decoding = async (path: string): Promise<number> => {
  let letters = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }))
    letters += (chunk as Buffer).toString('utf8').length;
  return letters;
};

/** The first match where it stands at the file's very end, letters of either case, against reading the file as text. */
export const trajectoryFind: Bench = {
  name: 'find: first hit',
  limit: 6,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsb-'));
    try {
      const path = join(folder, 'a.jsonl');
      await write(path);
      const opened = await openTrajectory(openTrajectoryFiles, path);
      const times = await timeInTurn(
        5,
        () => firstHit(opened),
        () => decoding(path),
      );
      return { ...times, unit: 'ms', meaning: `reading the ${Math.round(bytesWanted / 1e6)} MB as text` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
