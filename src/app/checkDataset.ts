import { checkedRowHash } from '../core/evaluation/check/checkedRow';
import { type CheckedRun, isUnknown } from '../core/evaluation/check/checkedRun';
import type { CheckStore } from '../core/evaluation/check/checkStore';
import type { CheckedSide, DatasetCheck } from '../core/evaluation/check/datasetCheck';
import { type Defect, defectOf } from '../core/evaluation/check/defect';
import { findDefects } from '../core/evaluation/check/findDefects';
import { observedLists } from '../core/evaluation/check/listDifferences';
import type { EvaluationRecord } from '../core/evaluation/record';
import type { Instance } from '../core/instance/instance';
import type { EngineInfo } from '../core/run/container/engine';
import type { FilePort } from '../core/shared/files';
import { groupBy } from '../core/shared/groupBy';
import { stemOf } from '../core/study/studyPath';
import { checkedRun } from './checkDataset/checkedRuns';
import { missingImage, unnamedEnvironment } from './checkDataset/missingEnvironment';
import { evaluate } from './evaluate';
import {
  type EvaluatedItem,
  type EvaluateHooks,
  type EvaluatePorts,
  type EvaluateRequest,
  gradedInstance,
  rulesOfItem,
} from './evaluation/request';

export interface CheckPorts extends EvaluatePorts {
  readonly files: FilePort;
  readonly checks: CheckStore;
}

/** One instance of a check: what was found, or why nothing could be. */
export interface CheckedInstance {
  readonly instanceId: string;
  /** Null where the runs say nothing of the instance: the engine failed. An earlier check of it then stays. */
  readonly check: DatasetCheck | null;
  /** Why there is no check; null where there is one. */
  readonly reason: string | null;
}

export interface DatasetCheckResult {
  /** In the order of the dataset. */
  readonly instances: readonly CheckedInstance[];
  /** The file of checks; null where none was written. */
  readonly file: string | null;
  /** Why the engine was given up before the end; null where it held. */
  readonly fault: Error | null;
}

/** How often each side runs where nobody says otherwise: three runs are what a coin gets past one time in four. */
export const usualRepeats = 3;

/** Name of a dataset in files and runs: the file's own without its ending, with nothing that could lead elsewhere. */
const checkedName = (datasetPath: string): string =>
  stemOf(datasetPath)
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 80) || 'dataset';

/** Run of a dataset's check: `check-spandrel`. */
export const checkRunId = (datasetPath: string): string => `check-${checkedName(datasetPath)}`;

/** Everything that the checks of one call share. */
interface Checking {
  readonly ports: CheckPorts;
  readonly request: EvaluateRequest;
  readonly dataset: string;
  readonly engine: EngineInfo;
  readonly hooks: EvaluateHooks;
  readonly signal: AbortSignal;
}

const noSide: CheckedSide = { outcomes: [], testSeconds: [], folders: [] };

const sideOf = (runs: readonly CheckedRun[]): CheckedSide => ({
  outcomes: runs.map(({ outcome }) => outcome),
  testSeconds: runs.map(({ testSeconds }) => testSeconds),
  folders: runs.map(({ folder }) => folder),
});

/** What these runs could not show, whatever the instance is like. */
const blindSpots = ({ engine, request }: Checking): readonly string[] => [
  ...(engine.name === 'local'
    ? ["needs-network may stay unseen: the local backend has this machine's network; containers have none"]
    : []),
  ...(request.repeats < 2 ? ['flaky stays unseen: one run of each side differs from no other'] : []),
];

const hashOf = ({ ports }: Checking, text: string | null): string | null => (text === null ? null : ports.sha256(text));

/** The check as far as it is known before a run. */
const emptyCheck = (checking: Checking, instance: Instance) => {
  const { ports, request, dataset } = checking;
  const item = request.items.find((each) => each.instance.id === instance.id);
  return {
    schema: 'touchstone-dataset-check/1' as const,
    dataset,
    instanceId: instance.id,
    rowSha256: checkedRowHash(instance, ports.sha256),
    goldSha256: hashOf(checking, instance.goldPatch),
    testSha256: hashOf(checking, instance.testPatch),
    rules: item ? rulesOfItem(request, item) : request.rules,
    engine: null,
    image: null,
    limits: request.limits,
    timeoutSeconds: Math.ceil(request.timeoutMs / 1000),
    repeats: request.repeats,
    base: noSide,
    gold: noSide,
    observed: observedLists([], []),
    notSeen: blindSpots(checking),
    at: ports.clock.now(),
  };
};

const withoutEnvironment = (checking: Checking, instance: Instance, words: string): CheckedInstance => {
  const defects: readonly Defect[] = [defectOf('no-environment', words, [])];
  return { instanceId: instance.id, check: { ...emptyCheck(checking, instance), defects }, reason: null };
};

/** The runs of one instance with what was recorded of them. */
const runsOf = async ({ ports, request }: Checking, instance: Instance, items: readonly EvaluatedItem[]) => {
  const graded = { ...instance, ...gradedInstance(instance, request.targetOf(instance)) };
  const runs: CheckedRun[] = [];
  const records: EvaluationRecord[] = [];
  for (const item of items) {
    const { model, instanceId, repeat } = item;
    const found = await ports.store.readRecord({ runId: request.runId, model, instanceId, repeat });
    runs.push(await checkedRun(ports.files, graded, item, found?.record ?? null, ports.checks.root));
    if (found) records.push(found.record);
  }
  return { runs, records };
};

/** What the finished evaluations of one instance show. */
const checkInstance = async (
  checking: Checking,
  instance: Instance,
  items: readonly EvaluatedItem[],
): Promise<CheckedInstance> => {
  const { ports, request, engine, hooks, signal } = checking;
  const { runs, records } = await runsOf(checking, instance, items);
  const known = (side: CheckedRun['side']) => runs.filter((run) => run.side === side && !isUnknown(run));
  const [base, gold] = [known('base'), known('gold')];
  if (base.length === 0 || gold.length === 0) {
    const words = await missingImage(ports, request.targetOf(instance), hooks, signal);
    if (words !== null) return withoutEnvironment(checking, instance, words);
    return { instanceId: instance.id, check: null, reason: runs.find(isUnknown)?.reason ?? 'not run' };
  }
  const check: DatasetCheck = {
    ...emptyCheck(checking, instance),
    engine,
    image: records.find(({ image }) => image !== null)?.image ?? null,
    base: sideOf(base),
    gold: sideOf(gold),
    observed: observedLists(base, gold),
    defects: findDefects([...base, ...gold]),
  };
  return { instanceId: instance.id, check, reason: null };
};

const instancesOf = ({ items }: EvaluateRequest): readonly Instance[] => [
  ...new Map(items.map(({ instance }) => [instance.id, instance])).values(),
];

/**
 * Runs base and gold of every instance as one schedule (`planEvaluation` with predictions `check`), compares what they
 * showed with what the rows declare, and writes `checks/<dataset>.jsonl` beside the logs. What is there already is
 * kept, as in `evaluate`; a call that was stopped goes on where it ended. Faults as `evaluate`.
 */
export const checkDataset = async (
  ports: CheckPorts,
  planned: EvaluateRequest,
  datasetPath: string,
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<DatasetCheckResult> => {
  const engine = await ports.engine.ping(signal);
  const dataset = checkedName(datasetPath);
  const checking: Checking = { ports, request: planned, dataset, engine, hooks, signal };
  const all = instancesOf(planned);
  const missing = new Map(all.map((each) => [each.id, unnamedEnvironment(each, planned.targetOf(each), engine)]));
  const items = planned.items.filter(({ instance }) => missing.get(instance.id) === null);
  const result = await evaluate(ports, { ...planned, items, summary: false }, hooks, signal);
  const byInstance = groupBy(result.items, ({ instanceId }) => instanceId);
  const instances: CheckedInstance[] = [];
  for (const instance of all) {
    signal.throwIfAborted();
    const words = missing.get(instance.id) ?? null;
    instances.push(
      words === null
        ? await checkInstance(checking, instance, byInstance.get(instance.id) ?? [])
        : withoutEnvironment(checking, instance, words),
    );
  }
  const checks = instances.flatMap(({ check }) => check ?? []);
  const file = checks.length === 0 ? null : await ports.checks.update(dataset, checks);
  return { instances, file, fault: result.fault };
};
