import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CheckPorts, checkDataset, checkRunId } from '../../../src/app/checkDataset';
import type { EvaluateRequest } from '../../../src/app/evaluation/request';
import { openStudy } from '../../../src/app/openStudy';
import { readChecks } from '../../../src/core/evaluation/check/readChecks';
import type { Instance } from '../../../src/core/instance/instance';
import { EnvironmentFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { CheckFile } from '../../../src/io/store/checkFile';
import { sha256 } from '../../../src/io/store/sha256';
import { type EvaluationProject, goldPatch, makeProject, quietHooks } from '../../fakes/evaluationProject';
import { FakeEngine, type FakeJob, scriptResult, tapLog } from '../../fakes/fakeEngine';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let project: EvaluationProject;
let folder: TempFolder;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());
beforeEach(() => {
  folder = tempFolder();
  return () => folder.remove();
});

const ok = (kept: boolean, greeted: boolean): FakeJob => ({
  files: {
    'result.json': scriptResult(),
    'test_output.txt': tapLog(
      `${kept ? '' : 'not '}ok 1 - keeps the name\n${greeted ? '' : 'not '}ok 2 - greets politely`,
    ),
  },
});

const base = ok(true, false);
const gold = ok(true, true);

/** An engine that plays a side's jobs in turn; the last one goes on. */
const engineOf = (bases: readonly FakeJob[], golds: readonly FakeJob[]): FakeEngine => {
  const seen = { base: 0, gold: 0 };
  return new FakeEngine(({ labels }) => {
    const side = labels['dev.touchstone.model'] === 'base' ? 'base' : 'gold';
    const jobs = side === 'base' ? bases : golds;
    return jobs[Math.min(seen[side]++, jobs.length - 1)] as FakeJob;
  });
};

const requestOf = (instances: readonly Instance[], changes: Partial<EvaluateRequest> = {}): EvaluateRequest =>
  project.request(
    instances.flatMap((instance) => [
      { instance, model: 'base', subject: 'base' as const, patch: null },
      { instance, model: 'gold', subject: 'gold' as const, patch: goldPatch },
    ]),
    { runId: checkRunId('/data/greet.jsonl'), repeats: 2, workers: 1, ...changes },
  );

const portsOf = (engine: FakeEngine): CheckPorts => ({
  ...project.ports(engine, folder.path),
  files: nodeFiles,
  checks: new CheckFile(folder.path),
});

const check = (engine: FakeEngine, request: EvaluateRequest = requestOf([project.instance()])) =>
  checkDataset(portsOf(engine), request, '/data/greet.jsonl', quietHooks, new AbortController().signal);

const kindsOf = async (engine: FakeEngine) =>
  (await check(engine)).instances[0]?.check?.defects.map(({ kind }) => kind);

describe('the check of a dataset', () => {
  it('runs both sides as often as asked, in one run, and writes what it saw', async () => {
    const engine = engineOf([base], [gold]);
    const { instances, file, fault } = await check(engine);
    expect(fault).toBeNull();
    expect(
      engine.submitted.map(({ labels }) => `${labels['dev.touchstone.run']} ${labels['dev.touchstone.model']}`),
    ).toEqual(expect.arrayContaining(['check-greet base', 'check-greet gold']));
    expect(engine.submitted).toHaveLength(4);
    expect(file).toBe(join(folder.path, 'checks', 'greet.jsonl'));
    const [line] = readChecks(readFileSync(file ?? '', 'utf8'));
    expect(line).toMatchObject({ kind: 'check', check: instances[0]?.check });
    expect(instances[0]?.check).toMatchObject({
      dataset: 'greet',
      defects: [],
      repeats: 2,
      goldSha256: sha256(goldPatch),
      base: { outcomes: [{ kind: 'unresolved' }, { kind: 'unresolved' }] },
      gold: {
        folders: [expect.stringContaining('logs/run_evaluation/check-greet/gold/acme__greet-1'), expect.any(String)],
      },
    });
  });

  it('keeps what was run, and runs nothing again', async () => {
    await check(engineOf([base], [gold]));
    const again = engineOf([base], [gold]);
    expect((await check(again)).instances[0]?.check?.defects).toEqual([]);
    expect(again.submitted).toEqual([]);
  });

  it('finds what is wrong', async () => {
    expect(await kindsOf(engineOf([gold], [gold]))).toEqual(['base-passes']);
  });

  it('finds gold that fails, and cites the line', async () => {
    const { instances } = await check(engineOf([base], [ok(true, false)]));
    const [defect] = instances[0]?.check?.defects ?? [];
    expect(defect?.kind).toBe('gold-fails');
    const [evidence] = defect?.evidence ?? [];
    const log = readFileSync(join(folder.path, evidence?.folder ?? '', 'test_output.txt'), 'utf8').split('\n');
    expect(log[(evidence?.line ?? 0) - 1]).toBe('not ok 2 - greets politely');
  });

  it('finds a test that differs between the runs', async () => {
    expect(await kindsOf(engineOf([base], [gold, ok(false, true)]))).toEqual(['flaky']);
  });

  it('calls nothing a defect that the engine did: an earlier check stays', async () => {
    const { file } = await check(engineOf([base], [ok(true, false)]));
    const lost = engineOf([{ refused: new EnvironmentFault('network', 'no way to it') }], [gold]);
    const { instances } = await check(lost, requestOf([project.instance()], { again: true }));
    expect(instances).toEqual([{ instanceId: 'acme__greet-1', check: null, reason: 'no way to it' }]);
    expect(readFileSync(file ?? '', 'utf8')).toContain('"gold-fails"');
  });

  it('says what is missing before anything runs', async () => {
    const engine = engineOf([base], [gold]);
    const { instances } = await check(engine, requestOf([project.instance({ evalScript: null })]));
    expect(instances[0]?.check?.defects).toMatchObject([{ kind: 'no-environment', evidence: [] }]);
    expect(engine.submitted).toEqual([]);
  });

  it('of some instances leaves the lines of the others', async () => {
    const other = project.instance({ id: 'acme__greet-2' });
    await check(engineOf([base], [gold]), requestOf([project.instance(), other]));
    const { file } = await check(engineOf([gold], [gold]), requestOf([other], { again: true }));
    const lines = readChecks(readFileSync(file ?? '', 'utf8')).flatMap((read) =>
      read.kind === 'check' ? [read.check] : [],
    );
    expect(lines.map(({ instanceId, defects }) => [instanceId, defects.length])).toEqual([
      ['acme__greet-1', 0],
      ['acme__greet-2', 1],
    ]);
  });
});

describe('a study that holds checks', () => {
  const row = (changes: Record<string, unknown> = {}) => instanceRow('acme__greet-1', { patch: goldPatch, ...changes });

  const opened = () => openStudy({ files: nodeFiles, sha256 }, folder.path);

  it('reads them with their evaluations, and says which are stale', async () => {
    folder.write('greet.jsonl', jsonLines([row()]));
    const before = (await opened()).datasets[0];
    expect(before?.instances).toHaveLength(1);
    await check(engineOf([base], [gold]));
    const { checks, problems } = await opened();
    expect(checks).toMatchObject([
      { instanceId: 'acme__greet-1', defects: [], line: 1, stale: true, root: folder.path },
    ]);
    expect(problems.filter(({ where }) => where.includes('checks'))).toEqual([]);
  });

  it('says a line that is none', async () => {
    folder.write('greet.jsonl', jsonLines([row()]));
    await check(engineOf([base], [gold]));
    const path = join(folder.path, 'checks', 'greet.jsonl');
    folder.write('checks/greet.jsonl', `${readFileSync(path, 'utf8')}{"schema":"touchstone-dataset-check/1"}\n`);
    const { checks, problems } = await opened();
    expect(checks).toHaveLength(1);
    expect(problems).toMatchObject([{ where: `${path} line 2` }]);
  });
});
