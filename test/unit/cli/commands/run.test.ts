import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { throwAway } from '../../../fakes/throwAway';

const sample = 'samples/quickstart';
const id = 'touchstone-samples__spandrel-14';

/** A copy of the sample without its runs' logs, and a file of replies. */
const project = async () => {
  const folder = await throwAway('touchstone-cli-run-');
  for (const name of ['datasets', 'spandrel.bundle', 'touchstone.yaml'])
    await cp(join(sample, name), join(folder, name), { recursive: true });
  const script = join(folder, 'script.yaml');
  const submit = 'echo "// x" >> src/format.js; echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; git diff';
  await writeFile(script, `replies:\n  - { command: ${JSON.stringify(submit)}, costUsd: 0.02 }\n`);
  const args = ['run', '--dataset', join(folder, 'datasets/spandrel.jsonl'), '--backend', 'local'];
  return { folder, args: [...args, '--instance', id], model: `scripted:${script}` };
};

describe('touchstone run', () => {
  it('says what agents and models there are where none is named', async () => {
    const { code, err, out } = await commandLine('run', '--dataset', 'x.jsonl');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/Models:\n[\s\S]*scripted:FILE, replay:FILE\nAgents:\n[\s\S]*mini [\s\S]*search-replace/);
    expect(err).toContain("required option '--model <id>' not specified");
  });

  it('says so of an unknown one, with the nearest', async () => {
    const { args, model } = await project();
    const unknown = await commandLine(...args, '--agent', 'mini', '--model', 'no-such-model');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no model "no-such-model"')]);
    expect(unknown.err).toContain('Agents:');
    const agent = await commandLine(...args, '--agent', 'minni', '--model', model);
    expect([agent.code, agent.err]).toEqual([1, expect.stringContaining('Did you mean mini?')]);
  });

  it('runs on this machine with a warning, keeps the run in the study, and ends with a summary', async () => {
    const { folder, args, model } = await project();
    const { code, out, err } = await commandLine(...args, '--agent', 'quick', '--model', model, '--json');
    expect(err).toContain('Warning: ');
    const [attempt, last] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(attempt).toMatchObject({ instance: id, run: 'quick-script', status: 'submitted', calls: 1, costUsd: 0.02 });
    expect(last.summary).toMatchObject({ calls: 1, costUsd: 0.02, statuses: { submitted: 1 }, stopped: null });
    expect(code).toBe(0);
    const study = await readFile(join(folder, 'touchstone.yaml'), 'utf8');
    expect(study).toContain('  - { id: quick-script, path: runs/quick-script, model: script, agent: quick }\n');
    const row = JSON.parse(await readFile(join(folder, 'runs/quick-script/predictions.jsonl'), 'utf8'));
    expect(row.model_patch).toContain('+// x');
    const again = await commandLine(...args, '--agent', 'quick', '--model', model);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('(kept)')]);
  });

  it('has nothing to resume where all came to its end', async () => {
    const folder = await throwAway('touchstone-cli-run-');
    const { code, err } = await commandLine('run', '--resume', '--out', folder);
    expect([code, err]).toEqual([1, expect.stringContaining('no run is open here')]);
  });

  it('says by which call a fork that was cut off goes on', async () => {
    const folder = await throwAway('touchstone-cli-run-');
    const run = join(folder, 'runs/kestrel-1-fork-4');
    await mkdir(run, { recursive: true });
    const parent = { file: 'runs/kestrel-1/trajectories/one.traj.json', step: 4, hash: 'h' };
    const touchstone = { dataset: 'd.jsonl', backend: 'docker', settings: {}, entry: { id: 'm' }, parent };
    const record = { id: 'kestrel-1-fork-4', model: 'm', agent: 'mini', base: null, attempt: 1, touchstone };
    await writeFile(join(run, 'run.json'), JSON.stringify(record));
    const begun = { kind: 'begun', at: '2026-01-01T00:00:00Z', items: 1, budgetUsd: null };
    await writeFile(join(run, 'events.jsonl'), `${JSON.stringify(begun)}\n`);
    const { err } = await commandLine('run', '--resume', '--study', folder);
    expect(err).toContain(
      `touchstone fork ${parent.file} --at 4 --model m --run kestrel-1-fork-4, with the hint or reply`,
    );
  });
});
