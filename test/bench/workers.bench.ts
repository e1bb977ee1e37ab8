import { join } from 'node:path';
import { evaluate } from '../../src/app/evaluate';
import type { EvaluatePorts } from '../../src/app/evaluation/request';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { planEvaluation } from '../../src/app/planEvaluation';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { exportBase } from '../../src/io/git/exportBase';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { quietHooks } from '../fakes/evaluationProject';
import { tempFolder } from '../fakes/tempFolder';
import type { Bench } from './bench';

const dataset = join(import.meta.dirname, '..', '..', 'samples', 'quickstart', 'datasets', 'spandrel.jsonl');

/** Instances of the sample whose tests are quick; eight times each makes forty. */
const instanceIds = [14, 17, 21, 23, 31].map((number) => `touchstone-samples__spandrel-${number}`);

/** Milliseconds of so many gold evaluations by so many workers. */
const timed = async (out: string, workers: number, repeats: number): Promise<number> => {
  const wish = {
    ...{ datasetPath: dataset, predictions: { kind: 'gold' as const }, instanceIds, runId: `bench-${workers}` },
    ...{ rules: null, timeoutMs: null, workers, repeats, again: false, settings: noTargetSettings },
  };
  const { request } = await planEvaluation(nodeFiles, wish, { rules: null, timeoutMs: 60_000, workers });
  const ports: EvaluatePorts = {
    engine: new DockerEngine(null),
    store: new EvaluationFolder(join(out, `${workers}-${repeats}`)),
    exportBase: (source, commit, signal) => exportBase(source, commit, signal),
    sha256,
    clock: systemClock,
  };
  const began = performance.now();
  const { items } = await evaluate(ports, request, quietHooks, new AbortController().signal);
  const wrong = items.find(({ outcome }) => outcome.kind !== 'resolved');
  if (wrong !== undefined) throw new Error(`${wrong.instanceId} ended as ${wrong.reason}`);
  return performance.now() - began;
};

/** A night's work on two cores: what four workers make of what one takes. */
export const workers: Bench = {
  name: '40 sample evaluations by 4 workers against 1',
  limit: 0.65,
  measure: async () => {
    const here = await new DockerEngine(null).ping().catch(() => null);
    if (here === null) return { leftOut: 'no Docker engine answers' };
    const temp = tempFolder();
    try {
      await timed(temp.path, 2, 1);
      const against = await timed(temp.path, 1, 8);
      const ours = await timed(temp.path, 4, 8);
      return { ours, against, unit: 'ms', meaning: 'one worker' };
    } finally {
      temp.remove();
    }
  },
};
