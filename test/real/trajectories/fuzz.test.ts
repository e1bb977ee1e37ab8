import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputFault } from '../../../src/core/shared/problem';
import { checkOpened, openHostile } from '../../fakes/hostileTrajectory';
import { mutations } from '../../fakes/mutateValue';
import { runs } from '../../fakes/runs';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';
import { at, listed, there } from './realTrajectories';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

/** Single files that are trajectories, but those of megabytes: each is copied many times over. */
const files = listed
  .map(({ file }) => file)
  .filter((file) => /\.(?:traj|jsonl|json|eval|cast|md)$/.test(file) && statSync(at(file)).size < 700_000);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The file with values of it spoilt: as one document, or line by line; as it is where it is no JSON. */
function* spoiltValues(text: string, count: number): Generator<string> {
  const whole = parsed(text);
  if (whole !== undefined) for (const value of mutations(whole, count)) yield JSON.stringify(value) ?? '';
  const lines = whole === undefined ? text.split('\n') : [];
  const values = lines.map((line) => parsed(line) ?? line);
  if (lines.length > 0)
    for (const changed of mutations(values, count))
      yield (Array.isArray(changed) ? changed : [changed])
        .map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)))
        .join('\n');
}

/** Bytes set, left out, said twice, at places that the seed draws. */
const spoiltBytes = (bytes: Buffer, seed: number): Buffer => {
  const mark = createHash('sha256').update(`seed ${seed}`).digest();
  let spoilt = Buffer.from(bytes);
  for (let turn = 0; turn < 1 + (seed % 3); turn += 1) {
    const place = mark.readUInt32LE(turn * 8) % Math.max(1, spoilt.length);
    const length = mark.readUInt16LE(turn * 8 + 4) % 300;
    const way = mark.readUInt8(turn * 8 + 6) % 4;
    const [before, piece, after] = [
      spoilt.subarray(0, place),
      spoilt.subarray(place, place + length),
      spoilt.subarray(place + length),
    ];
    if (way === 0) spoilt = Buffer.concat([before, after]);
    else if (way === 1) spoilt = Buffer.concat([before, piece, piece, after]);
    else if (way === 2) spoilt = Buffer.concat([before, Buffer.alloc(piece.length, mark[turn] ?? 0), after]);
    else spoilt = Buffer.concat([before, Buffer.from('{"\ud800":["'), piece, after]);
  }
  return seed % 5 === 0 ? spoilt.subarray(0, mark.readUInt32LE(24) % spoilt.length) : spoilt;
};

/** An archive whose own directory is lost can't be opened: that is said, with its file. */
const openOrSay: typeof openHostile = async (file, as) => {
  try {
    return await openHostile(file, as);
  } catch (error) {
    expect(error).toBeInstanceOf(InputFault);
    expect(String(error)).toContain(file);
    return [];
  }
};

describe.skipIf(!there)('real trajectories, spoilt', () => {
  it.each(files)('%s: no value and no byte of it brings a reader down', async (file) => {
    const bytes = readFileSync(at(file));
    const copy = folder.write(path.basename(file), bytes);
    const [whole] = await openHostile(copy);
    const check = async (content: string | Buffer): Promise<void> => {
      folder.write(path.basename(file), content);
      for (const opened of await openOrSay(copy, whole?.found ?? null)) await checkOpened(opened);
    };
    if (!file.endsWith('.eval')) for (const text of spoiltValues(bytes.toString('utf8'), runs(3))) await check(text);
    for (let seed = 1; seed <= runs(5); seed += 1) await check(spoiltBytes(bytes, seed));
  });
});
