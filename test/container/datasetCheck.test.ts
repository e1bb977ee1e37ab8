import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkDataset, checkRunId } from '../../src/app/checkDataset';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { openStudy } from '../../src/app/openStudy';
import { planEvaluation } from '../../src/app/planEvaluation';
import type { DatasetCheck } from '../../src/core/evaluation/check/datasetCheck';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { exportBase } from '../../src/io/git/exportBase';
import { systemClock } from '../../src/io/jobs/systemClock';
import { CheckFile } from '../../src/io/store/checkFile';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { quietHooks } from '../fakes/evaluationProject';
import { tempFolder } from '../fakes/tempFolder';
import { engines } from './engines';

const temp = tempFolder();
afterAll(() => temp.remove());

const id = (number: number) => `touchstone-samples__spandrel-${number}`;

/** A copy of the sample, so that checks stand beside what the study already has. */
const copyFor = (name: string): string => {
  const copy = join(temp.path, name);
  cpSync(join(import.meta.dirname, '..', '..', 'samples', 'quickstart'), copy, { recursive: true });
  return copy;
};

interface Asked {
  readonly instanceIds?: readonly string[];
  readonly repeats: number;
  readonly timeoutMs: number;
}

const checkIn = async (open: (typeof engines)[number][1], folder: string, dataset: string, asked: Asked) => {
  const datasetPath = join(folder, 'datasets', `${dataset}.jsonl`);
  const wish = {
    datasetPath,
    predictions: { kind: 'check' as const },
    instanceIds: asked.instanceIds ?? [],
    runId: checkRunId(datasetPath),
    rules: null,
    timeoutMs: asked.timeoutMs,
    workers: 2,
    repeats: asked.repeats,
    again: false,
    settings: noTargetSettings,
  };
  const { request } = await planEvaluation(nodeFiles, wish, { rules: null, timeoutMs: 60_000, workers: 2 });
  const ports = {
    engine: open(),
    store: new EvaluationFolder(folder),
    exportBase: (source: Parameters<typeof exportBase>[0], commit: string) => exportBase(source, commit),
    sha256,
    clock: systemClock,
    files: nodeFiles,
    checks: new CheckFile(folder),
  };
  const { instances } = await checkDataset(ports, request, datasetPath, quietHooks, new AbortController().signal);
  return new Map(instances.map(({ instanceId, check }) => [instanceId, check]));
};

const kindsOf = (check: DatasetCheck | null | undefined) => check?.defects.map(({ kind }) => kind);

/** The line that a defect's first evidence names, out of the log that it names. */
const citedLine = (folder: string, check: DatasetCheck | null | undefined, kind: string): string => {
  const evidence = check?.defects.find((defect) => defect.kind === kind)?.evidence[0];
  const log = readFileSync(join(folder, evidence?.folder ?? '', 'test_output.txt'), 'utf8');
  return log.split('\n')[(evidence?.line ?? 0) - 1] ?? '';
};

describe.each(engines)('the dataset check in %s', (name, open, here) => {
  it.skipIf(!here)('finds each planted defect, with the line that shows it', async () => {
    const folder = copyFor(`defects ${name}`);
    const quick = [91, 92, 93, 94].map(id);
    const checks = await checkIn(open, folder, 'defects', { instanceIds: quick, repeats: 3, timeoutMs: 60_000 });
    const slow = await checkIn(open, folder, 'defects', { instanceIds: [id(95)], repeats: 1, timeoutMs: 3000 });
    expect(kindsOf(checks.get(id(91)))).toEqual(['gold-fails']);
    expect(kindsOf(checks.get(id(92)))).toEqual(['base-passes']);
    expect(kindsOf(checks.get(id(93)))).toContain('flaky');
    expect(kindsOf(slow.get(id(95)))).toEqual(['too-slow']);
    expect(citedLine(folder, checks.get(id(91)), 'gold-fails')).toMatch(/^not ok \d+ - format: compact/);
    expect(citedLine(folder, checks.get(id(92)), 'base-passes')).toMatch(/^ok \d+ - format: short keeps the sign/);
    expect(citedLine(folder, checks.get(id(93)), 'flaky')).toMatch(/^(?:not )?ok \d+ - format: sample \d/);
    // The local backend has this machine's network, whatever that is: there the defect may stay unseen, and that is said.
    const network = checks.get(id(94));
    if (name === 'local') expect(network?.notSeen).toEqual([expect.stringContaining('needs-network may stay unseen')]);
    else {
      expect(kindsOf(network)).toContain('needs-network');
      expect(citedLine(folder, network, 'needs-network')).toMatch(/getaddrinfo E/);
    }
    const { checks: read = [] } = await openStudy({ files: nodeFiles, sha256 }, folder);
    expect(read.map(({ instanceId }) => instanceId).sort()).toEqual([91, 92, 93, 94, 95].map(id));
  });

  it.skipIf(!here)("finds the sample's own instances sound, and the study reads that anew", async () => {
    const folder = copyFor(`sound ${name}`);
    // Each takes a second or two; the whole of the sample is checked where no container has to be made.
    const instanceIds = name === 'local' ? [] : [14, 23, 31].map(id);
    const checks = await checkIn(open, folder, 'spandrel', { instanceIds, repeats: 1, timeoutMs: 60_000 });
    expect(checks.size).toBeGreaterThan(2);
    for (const [instance, check] of checks) expect([instance, kindsOf(check)]).toEqual([instance, []]);
    const { checks: read = [] } = await openStudy({ files: nodeFiles, sha256 }, folder);
    expect(read.map(({ stale }) => stale)).toEqual([...checks].map(() => false));
  });
});
