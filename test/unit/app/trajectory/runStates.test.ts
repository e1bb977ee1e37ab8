import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { FilesAtSteps } from '../../../../src/app/trajectory/filesAtStep';
import { runStates } from '../../../../src/app/trajectory/runStates';
import { trajectoryHash } from '../../../../src/app/trajectory/trajectoryHash';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { hashPieces } from '../../../../src/io/store/hashPieces';
import { miniDocument, openMini } from '../../../fakes/miniTrajectory';

const patch = 'diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+2\n';
const run = ['one', 'two'].map((command) => ({ command: `./${command}`, output: '' }));

/** What is believed of a file of states beside a run of two steps. */
const read = async (...lines: readonly unknown[]) => {
  const opened = await openMini(miniDocument(run, ''));
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(opened.path.replace('.traj.json', '.states.jsonl'), `${text}\n`);
  return { opened, states: await runStates(nodeFiles, hashPieces, opened) };
};

describe("a run's own states beside its trajectory", () => {
  it('tell the files after each step', async () => {
    const { opened, states } = await read({ step: 1, patch }, { step: 2, same: true });
    const files = new FilesAtSteps(opened, { kind: 'none', why: 'none', wantsRepository: false }, null, states);
    expect(await files.at(2)).toMatchObject({ source: 'snapshot', patch, why: 'The run took it itself at step 2.' });
  });

  it('those of another attempt are not believed: they have other steps', async () => {
    expect((await read({ step: 1, patch })).states.size).toBe(0);
    expect((await read({ step: 1, patch }, { step: 9, patch })).states.size).toBe(0);
  });

  it('those that name another trajectory are not believed', async () => {
    const lines = [
      { step: 1, patch },
      { step: 2, patch },
    ];
    expect((await read(...lines, { trajectory: '0'.repeat(64) })).states.size).toBe(0);
    const { opened } = await read(...lines);
    const own = await trajectoryHash(hashPieces, opened);
    expect((await read(...lines, { trajectory: own })).states.size).toBe(2);
  });

  it('lines of no known form are passed over', async () => {
    const { states } = await read('{', [], { step: -1, patch }, { step: 1, patch: 7 }, { step: 2, patch }, 'null');
    expect([...states]).toEqual([[2, patch]]);
  });
});
