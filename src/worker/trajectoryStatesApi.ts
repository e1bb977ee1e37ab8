import { comparisonSide } from '../app/comparisonSide';
import { evaluate } from '../app/evaluate';
import { openInstance } from '../app/openInstance';
import { planComparison } from '../app/planComparison';
import { stepTestWords } from '../app/trajectory/stepTestWords';
import { planStepTest } from '../app/trajectory/testAtStep';
import type { PatchSoFar } from '../core/run/trajectory/patchSoFar/statesSoFar';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { gitWorkspaces } from '../io/git/workspaces';
import { cacheFolder } from '../io/store/cacheFolder';
import { sha256 } from '../io/store/sha256';
import { stepTestFolder } from '../io/store/stepTestFolder';
import type { HostApi } from '../protocol/app';
import type { OpenWorkspaceReply } from '../protocol/openWorkspace';
import type { Remote } from '../protocol/rpc';
import type { StepRef, StepSide, StepState, StepTested, TrajectoryStatesApi } from '../protocol/trajectoryStates';
import { imageQuestions } from './imageHooks';
import { evaluationPorts } from './plannedEvaluation';
import type { StepStates, StepStatesDesk } from './stepStates';
import type { Tasks } from './tasks';

type Host = () => Remote<HostApi>;
type Ask<K extends keyof TrajectoryStatesApi> = Parameters<TrajectoryStatesApi[K]>[0];

interface StatesPorts {
  readonly files: FilePort;
  readonly desk: StepStatesDesk;
  readonly tasks: Tasks;
  readonly host: Host;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const stampOf = ({ patch, source }: PatchSoFar): string => sha256(`${source}\n${patch}`).slice(0, 12);

const stateOf = ({ place, base }: StepStates, state: PatchSoFar): StepState => {
  const { instance, instanceId, datasetPath } = place;
  return {
    source: state.source,
    why: state.why,
    inexactFrom: state.inexactFrom,
    stamp: stampOf(state),
    instanceId,
    datasetPath,
    repo: instance?.repo ?? null,
    baseFault: base.kind === 'none' ? base.why : null,
    wantsRepository: base.kind === 'none' && base.wantsRepository,
    files: planComparison(instance?.goldPatch ?? null, state.patch).files,
    hasGold: instance?.goldPatch != null,
  };
};

/** As the steps left it where that is known, else by the patch, else as base has it. */
const sideOf = async (
  { place, base }: StepStates,
  state: PatchSoFar,
  path: string,
  side: StepSide,
): Promise<Uint8Array> => {
  const known = side === 'step' ? state.files.get(path) : undefined;
  if (known !== undefined) return encode(known ?? '');
  const readBase =
    base.kind === 'none'
      ? null
      : async (file: string) => {
          const text = await base.read(file);
          return text === null ? null : encode(text);
        };
  const question = { path, goldPatch: place.instance?.goldPatch ?? null, modelPatch: state.patch };
  return comparisonSide({ ...question, side: side === 'step' ? 'model' : side }, readBase);
};

const pathsOf = async ({ base }: StepStates, { files }: PatchSoFar): Promise<readonly string[]> => {
  const all = new Set(base.kind === 'files' ? await base.all() : []);
  for (const [path, text] of files) {
    if (text === null) all.delete(path);
    else all.add(path);
  }
  return [...all].sort();
};

const openWorkspace = async (
  { place, base }: StepStates,
  state: PatchSoFar,
  q: Ask<'openStepWorkspace'>,
  host: Host,
  signal: AbortSignal,
): Promise<OpenWorkspaceReply> => {
  const { instance, studyFolder, datasetPath } = place;
  if (base.kind === 'none' && base.wantsRepository)
    return { kind: 'no-source', repo: instance?.repo ?? null, image: null };
  if (base.kind === 'none' || instance === null) throw new InputFault(base.kind === 'none' ? base.why : 'No instance.');
  if (state.source === 'unknown') throw new InputFault(`The files after step ${q.idx} are not known: ${state.why}`);
  const trajectory = sha256(`${q.path}\n${q.which}`).slice(0, 8);
  const name = `step-${q.idx}-${trajectory}`;
  const request = {
    instance,
    studyRoot: studyFolder,
    datasetPath,
    withTestPatch: false,
    onExisting: q.onExisting,
    source: base.source,
    start: { patch: state.patch, of: `${name} ${stampOf(state)}`, name },
  };
  const progress = (text: string) => void host().progress({ task: q.task, text });
  const result = await openInstance({ workspaces: gitWorkspaces(), sha256 }, request, progress, signal);
  if (result.kind === 'dirty') return { kind: 'dirty', folder: result.folder };
  return { kind: 'opened', folder: result.folder, reused: result.reused, notes: result.notes };
};

const testStep = async (
  { place }: StepStates,
  state: PatchSoFar,
  q: Ask<'testStep'>,
  { files, host }: StatesPorts,
  signal: AbortSignal,
): Promise<StepTested> => {
  const { idx, restoreTests, settings } = q;
  const { images, testCommands, repositories, ruleSet, timeoutSeconds, workers } = settings;
  const wanted = { rules: null, timeoutMs: null, settings: { images, testCommands, repositories, repository: null } };
  const usual = { rules: ruleSet, timeoutMs: timeoutSeconds * 1000, workers };
  const plan = await planStepTest(files, { place, idx, state, restoreTests, ...wanted }, usual, signal);
  const folder = await stepTestFolder(cacheFolder(), q.path, String(q.which));
  const ports = await evaluationPorts({ studyFolder: folder, backend: q.backend, settings });
  const say = (text: string) => void host().progress({ task: q.task, text });
  const hooks = {
    progress: (_item: unknown, text: string) => say(text),
    evaluated: () => undefined,
    ...imageQuestions(host, settings),
  };
  const { items, fault } = await evaluate(ports, plan.request, hooks, signal);
  const [item] = items;
  if (fault !== null || item === undefined) throw fault ?? new InputFault('Nothing was evaluated.');
  return {
    words: stepTestWords(item),
    outcome: item.outcome,
    rules: item.rules,
    notes: plan.notes,
    datasetPath: place.datasetPath ?? '',
    instanceId: item.instanceId,
    runId: plan.request.runId,
    model: item.model,
    folder: item.folder,
    hasLog: (await files.stat(`${item.folder}/test_output.txt`)) !== null,
  };
};

/** The files after a step: told from the steps, base, and replays; opened, compared and tested. */
export const trajectoryStatesApi = (ports: StatesPorts): TrajectoryStatesApi => {
  const { desk, tasks, host } = ports;
  const known = async (q: StepRef) => {
    const all = await desk.of(q);
    return { all, state: await all.states.at(q.idx) };
  };
  return {
    stepState: async (q) => {
      const { all, state } = await known(q);
      return stateOf(all, state);
    },
    stepFile: async (q) => {
      const { all, state } = await known(q);
      return sideOf(all, state, q.file, q.side);
    },
    stepPaths: async (q) => {
      const { all, state } = await known(q);
      return pathsOf(all, state);
    },
    openStepWorkspace: (q) =>
      tasks.run(q.task, async (signal) => {
        const { all, state } = await known(q);
        return openWorkspace(all, state, q, host, signal);
      }),
    testStep: (q) =>
      tasks.run(q.task, async (signal) => {
        const { all, state } = await known(q);
        return testStep(all, state, q, ports, signal);
      }),
  };
};
