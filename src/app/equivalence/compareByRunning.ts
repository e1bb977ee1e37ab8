import type { WishSettings } from '../../core/evaluation/evaluationWish';
import type { RuleSetName } from '../../core/evaluation/ruleSetName';
import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import { evaluate } from '../evaluate';
import {
  type EvaluatedItem,
  type EvaluateHooks,
  type EvaluatePorts,
  type EvaluateRequest,
  gradedInstance,
} from '../evaluation/request';
import { type EvaluationPlan, planEvaluation, type UsualEvaluation } from '../planEvaluation';
import { differingTests, type LoggedTests, loggedTests } from './compareLogs';
import { type CodeRun, type ComparedSet, type Equivalence, passes } from './equivalence';
import { type PlannedRun, type PlannedSet, type PlannedSets, planSets } from './planSets';

export interface EquivalenceQuestion {
  readonly datasetPath: string;
  readonly instance: Instance;
  readonly goldPatch: string | null;
  readonly modelPatch: string | null;
  readonly settings: WishSettings;
}

export interface PlannedEquivalence extends PlannedSets {
  readonly instanceId: string;
  /** Null where there is nothing to run. */
  readonly plan: EvaluationPlan | null;
}

const runId = 'equivalence';

const runsOf = (sets: readonly PlannedSet[]): readonly PlannedRun[] => [
  ...new Set(sets.flatMap(({ runs }) => (runs === null ? [] : [runs.gold, runs.model]))),
];

/** Plans the runs as one evaluation that nobody's results hold. Throws InputFault as `planSets` and `planEvaluation`. */
export const planEquivalence = async (
  files: FilePort,
  { datasetPath, instance, goldPatch, modelPatch, settings }: EquivalenceQuestion,
  usual: UsualEvaluation,
  signal?: AbortSignal,
): Promise<PlannedEquivalence> => {
  const planned = planSets(instance, goldPatch, modelPatch);
  const runs = runsOf(planned.sets);
  if (runs.length === 0) return { ...planned, instanceId: instance.id, plan: null };
  const wish = {
    ...{ datasetPath, predictions: { kind: 'base' as const }, instanceIds: [instance.id], runId, settings },
    ...{ rules: null, timeoutMs: null, workers: null, repeats: 1, again: true },
  };
  const plan = await planEvaluation(files, wish, usual, signal);
  const rules = plan.request.items[0]?.rules ?? plan.request.rules;
  const items = runs.map(({ name, instance: tested, patch }) => {
    const subject: 'base' | 'patch' = patch === null ? 'base' : 'patch';
    return { instance: tested, model: name, subject, patch, rules };
  });
  return { ...planned, instanceId: instance.id, plan: { ...plan, request: { ...plan.request, items } } };
};

const codeRun = (item: EvaluatedItem, tests: LoggedTests | null): CodeRun => ({
  outcome: item.outcome,
  reason: item.reason,
  folder: item.folder,
  seconds: item.seconds,
  tests: tests?.size ?? null,
  passed: tests === null ? null : [...tests.values()].filter(({ status }) => passes(status)).length,
});

interface Ran {
  readonly run: CodeRun;
  /** Null where there is no log, or one that came to no verdict: a cut log says nothing of what isn't in it. */
  readonly tests: LoggedTests | null;
}

const ranOf = async (
  files: FilePort,
  request: EvaluateRequest,
  run: PlannedRun,
  rules: RuleSetName,
  item: EvaluatedItem,
): Promise<Ran> => {
  const instance = gradedInstance(run.instance, request.targetOf(run.instance));
  const tests = item.outcome.kind === 'none' ? null : await loggedTests(files, item.folder, instance, rules);
  return { run: codeRun(item, tests), tests };
};

const comparedSet = ({ set, brings, whyNot, runs }: PlannedSet, ran: ReadonlyMap<PlannedRun, Ran>): ComparedSet => {
  const gold = runs && ran.get(runs.gold);
  const model = runs && ran.get(runs.model);
  const known = gold?.tests && model?.tests;
  return {
    ...{ set, brings, whyNot },
    gold: gold?.run ?? null,
    model: model?.run ?? null,
    once: runs !== null && runs.gold === runs.model,
    differing: known ? differingTests(gold.tests, model.tests) : null,
  };
};

/** What is said where there is nothing to run. */
export const notRun = ({ instanceId, sets, notes }: PlannedEquivalence): Equivalence => ({
  ...{ instanceId, notes },
  sets: sets.map((set) => comparedSet(set, new Map())),
});

/**
 * Runs what was planned, each in a fresh sandbox by the engine of evaluations, and holds the logs of both codes against
 * each other. Throws EnvironmentFault where no engine answers or it went away before the end.
 */
export const compareByRunning = async (
  ports: EvaluatePorts & { readonly files: FilePort },
  { instanceId, sets, notes, plan }: PlannedEquivalence & { readonly plan: EvaluationPlan },
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<Equivalence> => {
  // Without a wish nobody can resume it: these are not the study's results.
  const { wish: _wish, ...request } = plan.request;
  const { items, fault } = await evaluate(ports, request, hooks, signal);
  if (fault !== null) throw fault;
  const ran = new Map<PlannedRun, Ran>();
  for (const run of runsOf(sets)) {
    const item = items.find(({ model }) => model === run.name);
    if (item !== undefined) ran.set(run, await ranOf(ports.files, request, run, item.rules, item));
  }
  return { instanceId, sets: sets.map((set) => comparedSet(set, ran)), notes };
};
