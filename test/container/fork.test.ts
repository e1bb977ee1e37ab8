import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../fakes/commandLine';
import { miniDocument } from '../fakes/miniTrajectory';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const id = 'touchstone-samples__spandrel-14';
const parent = `runs/kestrel-1/trajectories/${id}.traj.json`;

/** In split, so that both calls of the report are mended. */
const mends = `git apply <<'EOF'
diff --git a/src/format.js b/src/format.js
--- a/src/format.js
+++ b/src/format.js
@@ -41,5 +41,9 @@ function split(ms, maxUnits) {
     if (last) break;
     rest -= count * unit.ms;
   }
+  // If rounding added something, what it filled up may belong to a larger unit.
+  const total = parts.reduce((sum, { count, unit }) => sum + count * unit.ms, 0);
+  if (total > ms) return split(total, maxUnits);
+
   return parts.length > 0 ? parts : [{ count: 0, unit: SECOND }];
 }
EOF`;
const replies = [
  { thought: 'Then in split.', command: mends },
  { thought: 'Both calls.', command: 'node /tmp/carry.mjs' },
  { thought: 'Done.', command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached' },
];

describe.skipIf(!dockerAnswers)('a fork of the sample, in a container', () => {
  const temp = tempFolder();
  const cache = process.env['TOUCHSTONE_CACHE'];
  const study = join(temp.path, 'study');
  beforeAll(async () => {
    process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
    await cp(resolve('samples/quickstart'), study, { recursive: true });
    await writeFile(join(study, 'replies.yaml'), JSON.stringify({ replies }));
  });
  afterAll(() => {
    if (cache === undefined) delete process.env['TOUCHSTONE_CACHE'];
    else process.env['TOUCHSTONE_CACHE'] = cache;
    temp.remove();
  });

  const fork = (file: string, ...options: readonly string[]) =>
    commandLine(
      'fork',
      join(study, file),
      '--model',
      `scripted:${join(study, 'replies.yaml')}`,
      '--yes',
      '--json',
      ...options,
    );

  it('a failed run that is forked at its fourth step with a hint is resolved; the parent stays as it was', {
    timeout: 120_000,
  }, async () => {
    const before = await readFile(join(study, parent));
    const hint = 'Both calls show the same fault, so mend it where the parts are made, not where the text is.';
    const ended = await fork(parent, '--at', '4', '--hint', hint);
    expect(ended).toMatchObject({ code: 0 });
    const { folder, origin, result, trajectory } = JSON.parse(ended.out);
    expect(origin).toMatchObject({
      file: parent,
      step: 4,
      calls: 2,
      change: 'hint',
      state: { by: 'patch', exact: true },
    });
    // Its own; the trajectory's totals have those of the parent as well.
    expect(result).toMatchObject({ status: 'submitted', calls: 3 });
    const { messages, info } = JSON.parse(await readFile(trajectory, 'utf8'));
    expect(info.model_stats.api_calls).toBe(5);
    expect(messages[6]).toEqual({ role: 'user', content: hint, extra: { interrupt_type: 'UserInterruption' } });
    // The script that the fourth step left in /tmp is there.
    expect(messages[10].extra.raw_output).toBe('1m\n1h\n');
    expect(info.touchstone.parent).toEqual({ ...origin, taken: expect.any(Number) });
    expect(await readFile(join(study, parent))).toEqual(before);

    // What the run itself saw after each step is believed, for it is sealed to this trajectory.
    const after = await commandLine('trajectory', trajectory, '--at', '7', '--patch');
    expect(after.err).toContain('The run took it itself at step 7.');

    const predictions = join(folder, 'predictions.jsonl');
    const dataset = join(study, 'datasets/spandrel.jsonl');
    const graded = await commandLine(
      'evaluate',
      '--dataset',
      dataset,
      '--predictions',
      predictions,
      '--out',
      study,
      '--yes',
    );
    expect(graded.out).toContain('1 resolved');
    const shown = await commandLine('trajectory', study, '--filter', 'instance:spandrel-14');
    expect(shown.out).toMatch(/kestrel-1-fork-4 .*resolved/);
  });

  it('one whose files after the step can not be known is refused, and no model is asked', {
    timeout: 120_000,
  }, async () => {
    const command =
      "node -e \"require('fs').writeFileSync('seed.txt', String(Math.random())); console.log(Math.random())\"";
    const environment = { cwd: '/testbed', timeout: 20, interpreter: ['bash', '-c'] };
    const document = miniDocument(
      [
        { command, output: '0.123\n' },
        { command: 'ls', output: '' },
      ],
      '',
      environment,
    );
    const file = `runs/kestrel-1/trajectories/${id}.random.traj.json`;
    await writeFile(join(study, file), JSON.stringify({ ...document, instance_id: id }));
    const ended = await fork(file, '--at', '2');
    expect(ended.code).toBe(1);
    const { result } = JSON.parse(ended.out);
    expect(result.fault).toContain('step 1 parted at line 1: "0.123" was recorded');
    expect(result.calls).toBe(0);
    const about = await fork(file, '--at', '2', '--approximate', '--run', 'about');
    expect(JSON.parse(about.out).origin.state).toMatchObject({ by: 'replay', exact: false });
  });
});
