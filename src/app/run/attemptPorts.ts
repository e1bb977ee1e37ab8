import type { AttemptModel, AttemptPorts, AttemptSandbox } from '../../core/run/agent/attempt';
import { BudgetReached } from '../../core/run/agent/attempt';
import { stateLine, statesName, statesSeal } from '../../core/run/record/statesFile';
import { InputFault } from '../../core/shared/problem';
import { budgetedModel, limitsUnder } from './budgetedModel';
import type { BoardItem } from './itemBoard';
import type { RunContext } from './runContext';
import type { AttemptSpend } from './runSpend';
import type { RunTask } from './runTask';

const noSandbox = async (): Promise<never> => {
  throw new InputFault('This agent asked for no sandbox and has none.');
};

/** For agents that need none. */
export const withoutSandbox: AttemptSandbox = {
  image: null,
  testbed: '/testbed',
  platform: {},
  run: noSandbox,
  diff: async () => null,
  put: noSandbox,
  take: noSandbox,
};

/** What an attempt is given beside its sandbox. */
export interface AttemptTools {
  readonly task: RunTask;
  readonly board: BoardItem;
  readonly spend: AttemptSpend;
  readonly model: AttemptModel;
  readonly sandbox: AttemptSandbox;
  /** Ends this attempt alone. */
  end(why: Error): void;
}

/** Calls that don't go through the model here can't be refused one by one: the attempt is ended. */
const endsBy = ({ budget }: RunContext, { spend, end }: AttemptTools): void => {
  const { reached } = budget;
  if (reached !== null && spend.isToldOnly) end(new BudgetReached(reached));
};

const isTrajectory = (name: string): boolean => /\.(?:json|jsonl)$/.test(name) && !name.endsWith('.states.jsonl');

/** The ports of one attempt, and what is written once it has ended. */
export interface EndingPorts extends AttemptPorts {
  /** Notes at the end of the states which trajectory they are of, as it stands now. */
  seal(): Promise<void>;
}

/** The ports of one attempt: its files go into the run's folder, its calls are counted. */
export const attemptPorts = (context: RunContext, tools: AttemptTools): EndingPorts => {
  const { folder, request, ports, budget } = context;
  const { task, board, spend, model, sandbox } = tools;
  let lastPatch: string | null = null;
  let trajectory: string | Uint8Array | null = null;
  const names = (name: string) => {
    if (board.state.trajectory === null && isTrajectory(name)) board.keeps(`${folder.folder}/trajectories/${name}`);
  };
  return {
    instance: task.instance,
    sandbox,
    model: budgetedModel(model, budget, spend),
    limits: limitsUnder(request.agent.limits, budget, spend),
    now: () => Date.parse(ports.clock.now()) / 1000,
    keep: async ({ name, content }) => {
      await folder.keep(name, content);
      if (name === `${task.instance.id}.traj.json`) trajectory = content;
      names(name);
    },
    append: async (name, bytes) => {
      await folder.append(name, bytes);
      names(name);
    },
    snapshot: async (step, patch) => {
      const line = stateLine(step, patch, lastPatch);
      lastPatch = patch;
      await folder.append(statesName(task.instance.id), line);
    },
    progress: (progress) => {
      spend.told(progress);
      board.progress(progress);
      endsBy(context, tools);
    },
    interject: () => task.said.shift() ?? null,
    seal: async () => {
      if (trajectory === null || lastPatch === null) return;
      const bytes = typeof trajectory === 'string' ? new TextEncoder().encode(trajectory) : trajectory;
      await folder.append(statesName(task.instance.id), statesSeal(ports.sha256(bytes)));
    },
  };
};
