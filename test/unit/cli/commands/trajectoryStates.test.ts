import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { tempFolder } from '../../../fakes/tempFolder';

const sample = resolve('samples/quickstart');
const failed = join(sample, 'runs/kestrel-1/trajectories/touchstone-samples__spandrel-14.traj.json');
const temp = tempFolder();
const before = process.env['TOUCHSTONE_CACHE'];
beforeAll(() => {
  process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
});
afterAll(() => {
  if (before === undefined) delete process.env['TOUCHSTONE_CACHE'];
  else process.env['TOUCHSTONE_CACHE'] = before;
  temp.remove();
});

const submission = (file: string): string =>
  (JSON.parse(readFileSync(file, 'utf8')) as { info: { submission: string } }).info.submission;

/** Without what git alone knows: hashes, and the line that names a function. */
const bare = (patch: string): string => patch.replace(/^index .*\n/gm, '').replace(/^(@@ .* @@).*$/gm, '$1');

describe('touchstone trajectory --at', () => {
  it('prints the patch after the step alone on stdout, and where it comes from on stderr', async () => {
    const { code, out, err } = await commandLine('trajectory', failed, '--at', '5', '--patch');
    expect(code).toBe(0);
    expect(out).toBe(bare(submission(failed)));
    expect(err).toContain('replayed: 1 edit replayed over the base commit.');
  });

  it('prints nothing on stdout where nothing was changed yet', async () => {
    const { code, out } = await commandLine('trajectory', failed, '--at', '4', '--patch');
    expect([code, out]).toEqual([0, '']);
  });

  it('prints a step in full: its thought, its command with all its lines, what came of it', async () => {
    const { out } = await commandLine('trajectory', failed, '--at', '4');
    expect(out).toContain('step 4, main, agent');
    expect(out).toContain("    cat > /tmp/carry.mjs <<'EOF'\n    import { format }");
    expect(out).toContain('observation, exit 0:');
  });

  it('prints both as one document', async () => {
    const { out } = await commandLine('trajectory', failed, '--at', '5', '--json');
    const { step, patch, source } = JSON.parse(out) as { step: { idx: number }; patch: string; source: string };
    expect([step.idx, source]).toEqual([5, 'replayed']);
    expect(patch).toContain("+  if (text === '60s')");
  });

  it('says what would help where there are no base files, and ends with 1', async () => {
    const alone = join(temp.path, 'alone.traj.json');
    cpSync(failed, alone);
    const none = await commandLine('trajectory', alone, '--at', '5', '--patch');
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('Name one.');
    const dataset = join(sample, 'datasets/spandrel.jsonl');
    const bundle = join(sample, 'spandrel.bundle');
    const known = await commandLine('trajectory', alone, '--at=5', '--patch', '--dataset', dataset, '--repo', bundle);
    expect(known.out).toBe(bare(submission(failed)));
  });

  it('says from which step on states are approximate, behind the steps', async () => {
    const file = join(temp.path, 'edited.traj.json');
    const edited = "perl -pi -e s/a/b/ src/format.js <<'EOF'";
    writeFileSync(file, readFileSync(failed, 'utf8').replaceAll("git apply <<'EOF'", edited));
    const { err } = await commandLine('trajectory', file, '--steps');
    expect(err).toContain('Approximate states from step 5 on: shell edits');
    expect((await commandLine('trajectory', failed, '--steps')).err).not.toContain('Approximate');
  });

  it('is wrong usage without its step, and wrong input beyond the last', async () => {
    expect((await commandLine('trajectory', failed, '--patch')).code).toBe(2);
    expect((await commandLine('trajectory', failed, '--test')).code).toBe(2);
    expect((await commandLine('trajectory', failed, '--restore-tests')).code).toBe(2);
    const { code, err } = await commandLine('trajectory', failed, '--at', '99');
    expect([code, err.includes('there is no step 99; it has 8')]).toEqual([1, true]);
  });
});

describe('touchstone trajectory --at K --test', () => {
  it('runs the tests of the instance on the files after the step, and leaves the study as it is', async () => {
    const study = join(temp.path, 'study');
    cpSync(sample, study, { recursive: true });
    const file = join(study, 'runs/kestrel-1/trajectories/touchstone-samples__spandrel-14.traj.json');
    const { code, out } = await commandLine('trajectory', file, '--at', '5', '--test', '--backend', 'local');
    expect(code).toBe(0);
    expect(out).toContain('step 5: unresolved; FAIL_TO_PASS 1 of 2, PASS_TO_PASS 27 of 27');
    expect(out).toMatch(/FAIL_TO_PASS format: carries through minutes into an hour: FAILED, line \d+/);
    expect(out).toContain(join(temp.path, 'cache', 'step-tests'));
    const start = await commandLine('trajectory', file, '--at', '4', '--test', '--backend', 'local', '--json');
    expect(JSON.parse(start.out)).toMatchObject({ step: 4, outcome: { kind: 'unresolved' } });
    expect(start.err).toContain('Nothing was changed by then: base is tested.');
  }, 60_000);
});
