import { compareByRunning, notRun, planEquivalence } from '../app/equivalence/compareByRunning';
import type { Equivalence } from '../app/equivalence/equivalence';
import { comparedLines } from '../app/equivalence/equivalenceWords';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { cacheFolder } from '../io/store/cacheFolder';
import { stepTestFolder } from '../io/store/stepTestFolder';
import type { HostApi } from '../protocol/app';
import type { ComparedByRunning, EquivalenceApi } from '../protocol/equivalence';
import type { Remote } from '../protocol/rpc';
import type { ReadingApi } from '../protocol/worker';
import { imageQuestions } from './imageHooks';
import { evaluationPorts } from './plannedEvaluation';
import type { Tasks } from './tasks';

type Question = Parameters<EquivalenceApi['compareByRunning']>[0];

interface EquivalencePorts {
  readonly files: FilePort;
  readonly reading: Pick<ReadingApi, 'readInstance' | 'readPatch'>;
  readonly tasks: Tasks;
  readonly host: () => Remote<HostApi>;
}

const patchesOf = async ({ reading }: EquivalencePorts, q: Question) => {
  const instance = await reading.readInstance(q);
  if (!instance) throw new InputFault(`${q.datasetPath} has no instance ${q.instanceId}.`);
  if (instance.goldPatch === null)
    throw new InputFault(`${q.instanceId} has no gold patch, so there is nothing to compare the model's code with.`);
  return { instance, goldPatch: instance.goldPatch, modelPatch: await reading.readPatch(q) };
};

const run = async (ports: EquivalencePorts, q: Question, signal: AbortSignal): Promise<Equivalence> => {
  const { files, host } = ports;
  const { images, testCommands, repositories, ruleSet, timeoutSeconds, workers } = q.settings;
  const patches = await patchesOf(ports, q);
  const settings = { images, testCommands, repositories, repository: null };
  const usual = { rules: ruleSet, timeoutMs: timeoutSeconds * 1000, workers };
  const planned = await planEquivalence(files, { datasetPath: q.datasetPath, settings, ...patches }, usual, signal);
  const { plan } = planned;
  if (plan === null) return notRun(planned);
  const folder = await stepTestFolder(cacheFolder(), q.datasetPath, `${q.instanceId}\n${patches.modelPatch ?? ''}`);
  const engine = await evaluationPorts({ studyFolder: folder, backend: q.backend, settings: q.settings });
  const total = plan.request.items.length;
  let done = 0;
  const say = (text: string) => void host().progress({ task: q.task, text, done, total });
  const hooks = {
    progress: (item: { readonly model: string } | null, text: string) =>
      say(item === null ? text : `${item.model}: ${text}`),
    evaluated: ({ model }: { readonly model: string }) => {
      done += 1;
      say(`${done} of ${total} runs: ${model}`);
    },
    ...imageQuestions(host, q.settings),
  };
  return compareByRunning({ ...engine, files }, { ...planned, plan }, hooks, signal);
};

const differingIn = ({ sets }: Equivalence): number | null => {
  const known = sets.flatMap(({ differing, once }) => (once ? [0] : differing === null ? [] : [differing.length]));
  return known.length === 0 ? null : known.reduce((sum, n) => sum + n, 0);
};

/** Both codes on all tests at hand, for the editor, with progress and cancel. Nothing of it enters a study's results. */
export const equivalenceApi = (ports: EquivalencePorts): EquivalenceApi => ({
  compareByRunning: (q) =>
    ports.tasks.run(q.task, async (signal): Promise<ComparedByRunning> => {
      const result = await run(ports, q, signal);
      return { lines: comparedLines(result), differing: differingIn(result) };
    }),
});
