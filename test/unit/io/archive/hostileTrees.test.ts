import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EnvironmentFault } from '../../../../src/core/shared/problem';
import { extractTree } from '../../../../src/io/archive/extractTree';
import { listTree } from '../../../fakes/listTree';
import { paxRecord, type TarPiece, tarOf } from '../../../fakes/tar';

const parts = fc.constantFrom('a', 'b', 'c', 'A', '..', '.', '', 'out.txt', '.git', 'é', 'e\u0301');
const names = fc.array(parts, { minLength: 1, maxLength: 5 }).map((list) => list.join('/'));
const targets = fc.oneof(names, fc.constantFrom('/etc', '../outside', 'a/../../outside', 'b', '..'));

const piece: fc.Arbitrary<TarPiece> = fc.record({
  name: names,
  flag: fc.constantFrom('0', '0', '0', '1', '2', '2', '2', '5', '3', 'S', 'L', 'K', 'x', 'g'),
  link: targets,
  data: fc.oneof(
    fc.constantFrom('', 'x'),
    targets,
    targets.map((name) => paxRecord('path', name)),
    targets.map((name) => paxRecord('linkpath', name)),
  ),
  mode: fc.constantFrom(0o644, 0o755, 0, 0o7777),
});

/** Runs in a folder that stands beside others; gives what stands there afterwards, but for the tree. */
const around = async (bytes: Uint8Array, rules?: { foldsCase: boolean; windows: boolean }) => {
  const outer = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    mkdirSync(join(outer, 'tree'));
    mkdirSync(join(outer, 'outside'));
    writeFileSync(join(outer, 'out.txt'), 'mine');
    const options = { limits: { entries: 100, bytes: 10_000 }, leaveOut: ['.git'], ...(rules ? { rules } : {}) };
    const end = await extractTree([bytes] as never, join(outer, 'tree'), options).catch((error: unknown) => error);
    if (end instanceof Error && !(end instanceof EnvironmentFault)) throw end;
    const all = listTree(outer);
    const links = Object.entries(all).filter(([, content]) => content?.startsWith('-> '));
    const ends = links.flatMap(([name]) => {
      try {
        return [realpathSync(join(outer, name))];
      } catch {
        return [];
      }
    });
    const root = realpathSync(join(outer, 'tree'));
    return {
      others: Object.fromEntries(Object.entries(all).filter(([name]) => !/^tree(\/|$)/.test(name))),
      escaped: ends.filter((end) => end !== root && !end.startsWith(`${root}/`)),
      names: Object.keys(all),
    };
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
};

describe('whatever archive comes', () => {
  it('nothing is written outside, no link leads there, no repository comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.boolean(), async (pieces, foldsCase) => {
        const { others, escaped, names: all } = await around(tarOf(...pieces), { foldsCase, windows: foldsCase });
        expect(others).toEqual({ 'out.txt': 'mine', outside: null });
        expect(escaped).toEqual([]);
        expect(all.filter((name) => /(^|\/)\.git(\/|$)/i.test(name))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('bytes that are no archive are told, and nothing else is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 4 }), fc.nat(), fc.nat(255), async (pieces, at, byte) => {
        const bytes = tarOf(...pieces);
        bytes[at % bytes.length] = byte;
        const { others, escaped } = await around(bytes);
        expect(others).toEqual({ 'out.txt': 'mine', outside: null });
        expect(escaped).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
