import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { tempFolder } from '../../../fakes/tempFolder';
import { wideStudy } from '../../../fakes/wideStudy';

const say = (command: string) => [
  { role: 'assistant', content: `Do it.\n\n\`\`\`bash\n${command}\n\`\`\`` },
  { role: 'user', content: '<returncode>0</returncode>\n<output>\nok\n</output>' },
];
const trajectory = (...commands: readonly string[]) =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission: 'diff\n', model_stats: { instance_cost: 0.25, api_calls: 3 } },
    messages: [{ role: 'user', content: 'Fix it.' }, ...commands.flatMap(say)],
    trajectory_format: 'mini-swe-agent-1',
  });

const submit = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

describe('touchstone trajectory of a folder, and of two', () => {
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    folder = tempFolder();
    wideStudy(folder.path, 2, { wren: () => 'resolved', tit: () => 'assertion' });
    const runs = ['tit', 'wren'].map((run) => `runs/${run}`).join(', ');
    folder.write('touchstone.yaml', `touchstone: 1\nstudy: wide\ndatasets: [wide.jsonl]\nruns: [${runs}]\n`);
    folder.write('runs/wren/trajectories/wide__repo-1.traj.json', trajectory('cat a.py', 'sed -i s/x/y/ a.py', submit));
    folder.write(
      'runs/tit/trajectories/wide__repo-1.traj.json',
      trajectory('ls', 'sed -i s/x/z/ a.py', 'pytest', submit),
    );
    folder.write('runs/tit/trajectories/heron.traj', '{"trajectory": [');
  });
  afterEach(() => folder.remove());

  it('lists them with status, outcome, steps, calls and cost, and says what can not be read', async () => {
    const { code, out, err } = await commandLine('trajectory', `${folder.path}/runs`);
    expect(code).toBe(0);
    const line = (run: string) => out.split('\n').find((each) => each.startsWith(run) && each.includes('repo-1'));
    expect(line('wren')).toMatch(/wren +repo-1 +submitted +resolved +\d +3 +- +\$0\.25 +wren\/trajectories\//);
    expect(line('tit')).toMatch(/unresolved/);
    expect(err).toMatch(/unreadable: tit\/trajectories\/heron\.traj/);
    expect(err).toContain('3 trajectories.');
  });

  it('filters as the table of the editor does, and prints JSON', async () => {
    const { out } = await commandLine('trajectory', folder.path, '--filter', 'outcome:unresolved', '--json');
    expect(JSON.parse(out)).toMatchObject([{ runId: 'tit', instanceId: 'wide__repo-1', apiCalls: 3, costUsd: 0.25 }]);
    const wrong = await commandLine('trajectory', folder.path, '--filter', 'outcom:x');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Did you mean "outcome:"')]);
  });

  it('still prints a folder with one trajectory by itself', async () => {
    fs.rmSync(`${folder.path}/runs/tit/trajectories`, { recursive: true });
    const { out } = await commandLine('trajectory', `${folder.path}/runs/wren/trajectories`);
    expect(out).toContain('status: submitted');
  });

  it('prints two side by side, with the place from which on their files differ', async () => {
    const at = (run: string) => `${folder.path}/runs/${run}/trajectories/wide__repo-1.traj.json`;
    const { code, out } = await commandLine('trajectory', at('wren'), '--against', at('tit'));
    expect(code).toBe(0);
    const lines = out.split('\n');
    const parting = lines.findIndex((line) => line.includes('the files differ from here on'));
    expect(lines[parting + 1]).toMatch(/sed -i s\/x\/y\/ a\.py +~ +first edit of a\.py +\d +sed -i s\/x\/z\/ a\.py/);
    expect(out).toMatch(/> +runs tests +\d +pytest/);
    const document = JSON.parse((await commandLine('trajectory', at('wren'), '--against', at('tit'), '--json')).out);
    expect(document.rows[document.filesDiffer]).toMatchObject({ anchor: { kind: 'edits', what: 'a.py' } });
  });
});
