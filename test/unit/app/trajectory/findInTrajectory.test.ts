import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { findQuery, foundIn, foundNaively } from '../../../fakes/foundIn';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeAll(() => {
  folder = tempFolder();
});
afterAll(() => folder.remove());

let files = 0;
const open = (content: string | Uint8Array, ending = 'traj.json') => {
  const path = join(folder.path, `${files++}.${ending}`);
  writeFileSync(path, content);
  return openTrajectory(openTrajectoryFiles, path);
};

const mini = (texts: readonly string[], submission = '') => ({
  info: { exit_status: 'Submitted', submission, model_stats: { instance_cost: 0, api_calls: texts.length } },
  messages: [
    { role: 'system', content: 'You help.' },
    ...texts.flatMap((text, at) => [
      { role: 'assistant', content: `Thought ${at} ${text}\n\n\`\`\`bash\necho ${text}\n\`\`\`` },
      { role: 'user', content: `<returncode>0</returncode>\n<output>\n${text}\n</output>` },
    ]),
  ],
  trajectory_format: 'mini-swe-agent-1',
});

const long = 'line of output\n'.repeat(20_000);

describe('find over all text of a trajectory', () => {
  it('finds in the middle of long observations, and in what no step holds', async () => {
    const run = mini(['a', `${long}the Needle "here"${long}`, 'b'], 'diff of NEEDLE');
    const opened = await open(JSON.stringify(run, null, 2));
    const found = await foundIn(opened, findQuery('needle'));
    expect([...found.steps]).toEqual([[3, 4]]);
    expect(found.raw).toBe(1);
    expect(await foundIn(opened, findQuery('Needle "here"', { matchCase: true }))).toMatchObject({ raw: 0 });
    expect((await foundIn(opened, findQuery('needle \\W', { regex: true }))).steps.get(3)).toBe(4);
  });

  it('says what it looked through where nothing is found', async () => {
    const opened = await open(JSON.stringify(mini(['a', 'b'])));
    const found = await foundIn(opened, findQuery('3599600'));
    expect(found).toEqual({ steps: new Map(), raw: 0, parts: 1, unread: 0 });
    expect(await foundIn(opened, findQuery('%%', { regex: true }))).toEqual(found);
  });

  it('finds in packed files, and in the one of several that is open', async () => {
    const packed = await open(gzipSync(JSON.stringify(mini(['x needle y']))), 'traj.json.gz');
    expect((await foundIn(packed, findQuery('NEEDLE'))).steps.get(2)).toBe(4);
    const line = (id: string, text: string) =>
      JSON.stringify({ instance_id: id, messages: [{ role: 'user', content: text }], more: 'only here' });
    const set = await open(`${line('one', 'needle')}\n${line('two', 'other')}\n`, 'jsonl');
    expect((await foundIn(set, findQuery('needle'))).steps.size).toBe(1);
    expect((await foundIn(set, findQuery('other'))).steps.size).toBe(0);
  });

  it('counts a raw match once, also over the cut between two pieces', async () => {
    const run = mini(['a'], `${'ä'.repeat(65_400)}${'needle '.repeat(40)}${'b '.repeat(200_000)}needle`);
    const opened = await open(JSON.stringify(run));
    expect((await foundIn(opened, findQuery('needle'))).raw).toBe(41);
    expect((await foundIn(opened, findQuery('needl.', { regex: true }))).raw).toBe(41);
  });

  it('finds what a search through every built text finds', async () => {
    const text = fc.string({ unit: fc.constantFrom('ab', 'B', 'a1', '"', '\\', '\n', 'ä', ' ', '\u001b[31m', '{') });
    const needle = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', '1', '"', '\\', 'ä', ' ', '{'),
      minLength: 1,
      maxLength: 4,
    });
    const options = fc.record({ matchCase: fc.boolean(), wholeWord: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), needle, options, async (texts, sought, how) => {
        const opened = await open(JSON.stringify(mini(texts)));
        const query = findQuery(sought, how);
        expect((await foundIn(opened, query)).steps).toEqual(await foundNaively(opened, query));
      }),
      { numRuns: 60 },
    );
  });
});
