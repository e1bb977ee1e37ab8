import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRecording, toSandbox } from '../../../../../../src/core/run/trajectory/replay/pathRewrite';
import { repeatedPatch } from '../../../../../../src/core/run/trajectory/replay/repeatedPatch';
import { replayOrder } from '../../../../../../src/core/run/trajectory/replay/replayOrder';
import type { ReplayedStep, ReplayRecord } from '../../../../../../src/core/run/trajectory/replay/replayRecord';
import { readReplay, writeReplay } from '../../../../../../src/core/run/trajectory/replay/replayText';
import { inexactFrom, replayedWords, replayWords } from '../../../../../../src/core/run/trajectory/replay/replayWords';
import { snapshotsOf } from '../../../../../../src/core/run/trajectory/replay/snapshotsOf';
import { mutations } from '../../../../../fakes/mutateValue';

const step = (idx: number, more: Partial<ReplayedStep> = {}): ReplayedStep => ({
  idx,
  repeated: { kind: 'same' },
  exitCode: 0,
  patch: `diff after ${idx}\n`,
  isExact: true,
  wallMs: 12,
  ...more,
});
const parted = { kind: 'parted', at: 2, recorded: 'a\nb', seen: 'a\nc' } as const;
const record = (...steps: readonly ReplayedStep[]): ReplayRecord => ({
  trajectoryHash: 'a'.repeat(64),
  image: 'lib:node20',
  baseCommit: null,
  startedAt: 1_700_000_000_000,
  steps,
  finalPatch: { kind: 'same' },
});

describe('a record of a replay', () => {
  const whole = record(step(1), step(2, { patch: null }), step(4, { repeated: parted, isExact: false, patch: '' }));

  it('comes back from its text as it was, each patch written once', () => {
    expect(readReplay(writeReplay(whole))).toEqual(whole);
    const big = 'x'.repeat(10_000);
    const same = record(step(1, { patch: big }), step(2, { patch: big }), step(3, { patch: big }));
    expect(writeReplay(same).length).toBeLessThan(12_000);
    expect(readReplay(writeReplay(same))).toEqual(same);
  });

  it('is none where its text is damaged', () => {
    const text = writeReplay(whole);
    for (let end = 0; end < text.length - 2; end += 7) expect(readReplay(text.slice(0, end))).toBeNull();
    expect(readReplay(text.replace('"patch":1', '"patch":7'))).toBeNull();
    for (const spoilt of mutations(JSON.parse(text), 400)) {
      const found = readReplay(JSON.stringify(spoilt));
      if (found !== null) expect(readReplay(writeReplay(found))).toEqual(found);
    }
  });

  it('gives diffs as snapshots of the run until it parts from it', () => {
    const snapshot = snapshotsOf(whole);
    expect([1, 2, 3, 4].map(snapshot)).toEqual(['diff after 1\n', null, null, null]);
    expect(inexactFrom(whole)).toBe(4);
  });

  it('is said in a line a step and a summary', () => {
    const steps = [
      step(1),
      step(3, { repeated: parted, isExact: false }),
      step(4, { repeated: { kind: 'not-run', why: 'the tool is not here' }, exitCode: null, wallMs: 0 }),
      step(5, { repeated: { kind: 'not-run', why: 'nothing was recorded' } }),
    ];
    expect(steps.map(replayedWords)).toEqual([
      'same',
      'parted at line 2: "b" was recorded, "c" is seen',
      'not run: the tool is not here',
      'not compared: nothing was recorded',
    ]);
    expect(replayWords(record(...steps))).toEqual([
      'Replayed 3 of 4 steps; parted at step 3.',
      'The final patch is reproduced.',
      'Files after a step are exact before step 3, and approximate from there on.',
    ]);
  });
});

describe('the final patch', () => {
  const patch = 'diff --git a/x b/x\nindex 6dbd14c..87ff68e 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

  it('is reproduced by what was handed in or by the last state, with hashes of any length', () => {
    expect(repeatedPatch(patch, [null, patch])).toEqual({ kind: 'same' });
    expect(repeatedPatch(patch, ['another', patch])).toEqual({ kind: 'same' });
    expect(repeatedPatch(patch, [patch.replace('87ff68e ', '87ff68e0123 '), null])).toEqual({ kind: 'same' });
    expect(repeatedPatch(patch.trimEnd(), [patch])).toEqual({ kind: 'same' });
  });

  it('parts at its first other line', () => {
    const other = patch.replace('+b', '+c');
    expect(repeatedPatch(patch, [other])).toEqual({ kind: 'parted', at: 7, recorded: patch, seen: other });
    expect(repeatedPatch(patch, [patch.replace('87ff68e', '1111111')])).toMatchObject({ kind: 'parted', at: 2 });
  });

  it('is not compared where one of both is not known', () => {
    expect(repeatedPatch(null, [patch])).toMatchObject({ kind: 'not-run' });
    expect(repeatedPatch(patch, [null, null])).toMatchObject({ kind: 'not-run' });
  });
});

describe('the name of the repository’s folder', () => {
  const rewrite = { recorded: '/testbed', actual: '/tmp/x/testbed' };

  it('is changed where it stands as a whole', () => {
    expect(toSandbox('cd /testbed && ls /testbed/a /testbed-old x/testbed', rewrite)).toBe(
      'cd /tmp/x/testbed && ls /tmp/x/testbed/a /testbed-old x/testbed',
    );
  });

  it('comes back as it was', () => {
    const text = fc.array(fc.constantFrom('/testbed', '/testbed/a', ' ', 'a', '\n', '$&', "'"));
    fc.assert(
      fc.property(text, (pieces) => {
        const command = pieces.join(' ');
        expect(toRecording(toSandbox(command, rewrite), rewrite)).toBe(command);
      }),
    );
  });
});

describe('the order of steps', () => {
  const entry = (idx: number, agentId: string, startedAt: number | null) => ({ idx, agentId, startedAt });
  const order = (...entries: readonly ReturnType<typeof entry>[]) => replayOrder(entries).map(({ idx }) => idx);

  it('is by time where several agents work in one tree', () => {
    expect(order(entry(1, 'main', 1), entry(2, 'main', 9), entry(3, 'sub', 4))).toEqual([1, 3, 2]);
  });

  it('is that of the file for one agent, or where a time is missing', () => {
    expect(order(entry(1, 'main', 9), entry(2, 'main', 1))).toEqual([1, 2]);
    expect(order(entry(1, 'main', 9), entry(2, 'sub', null))).toEqual([1, 2]);
  });
});
