import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { RunChoices } from '../../protocol/modelRuns';
import type { Services } from '../platform/services';

/** What the person chose; kept in the workspace, and first in the list the next time. */
export interface RunChoice {
  readonly model: string;
  readonly agent: string;
  readonly attempts: number;
  /** Dollars; null: no limit. */
  readonly budgetUsd: number | null;
  readonly backend: 'docker' | 'local';
  readonly evaluates: boolean;
}

const keptIn = 'touchstone.lastModelRun';

const usual: RunChoice = {
  model: '',
  agent: 'mini',
  attempts: 1,
  budgetUsd: 1,
  backend: 'docker',
  evaluates: true,
};

export const lastChoice = ({ context }: Services): RunChoice => ({
  ...usual,
  ...context.workspaceState.get<Partial<RunChoice>>(keptIn),
});

export const keepChoice = ({ context }: Services, choice: RunChoice): Thenable<void> =>
  context.workspaceState.update(keptIn, choice);

/** What an item of a step does: it is the answer, or leads to what is missing and asks again. */
export interface StepItem extends vscode.QuickPickItem {
  readonly part?: Partial<RunChoice>;
  /** Asked for further words; null: the person turned away and the step stands as it was. */
  readonly ask?: () => Promise<Partial<RunChoice> | null>;
  /** Mends something outside the pick, which ends; then the step is asked anew. */
  readonly mend?: () => Promise<unknown>;
}

export interface Step {
  readonly title: string;
  /** What it has chosen, in a word, for the steps after it. */
  readonly said: (choice: RunChoice) => string;
  /** `soFar`: what the steps before have chosen. */
  readonly items: (choices: RunChoices, soFar: RunChoice) => readonly StepItem[];
}

/** The last choice stands first, said to be it; what is only the usual one is not. */
export const lastFirst = (
  items: readonly StepItem[],
  { model }: RunChoice,
  isLast: (item: StepItem) => boolean,
): readonly StepItem[] => {
  const last = items.filter((item) => item.part !== undefined && isLast(item));
  const said = last.map((item) => ({
    ...item,
    description: [item.description, model === '' ? '' : 'last choice'].filter(Boolean).join(' · '),
  }));
  return [...said, ...items.filter((item) => !last.includes(item))];
};

export interface StepHelp {
  readonly setKey: (name: string) => Promise<unknown>;
  readonly openModelsFile: (path: string) => Promise<unknown>;
  readonly chooseReplies: () => Promise<string | null>;
}

/** Rows that are not models stand below a line of their own. */
const line = (label: string): StepItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

const modelItem = (
  { id, description, lack, missingKey }: RunChoices['models'][number],
  { setKey }: StepHelp,
): StepItem => {
  const row = { label: shownText(id), description: shownText(description) };
  if (lack === null) return { ...row, part: { model: id } };
  const detail = `$(warning) ${shownText(lack)}${missingKey === null ? '' : ': set it'}`;
  if (missingKey === null) return { ...row, detail, part: { model: id } };
  return { ...row, detail, mend: () => setKey(missingKey) };
};

/** A file of replies is a model too: what was recorded, or written by hand. */
const repliesItem = ({ chooseReplies }: StepHelp): StepItem => ({
  label: '$(file) Replies from a File...',
  description: 'recorded or scripted; asks no provider',
  ask: async () => {
    const model = await chooseReplies();
    return model === null ? null : { model };
  },
});

export const modelStep = (last: RunChoice, help: StepHelp): Step => ({
  title: 'Which model?',
  said: ({ model }) => model,
  items: ({ models, modelsFile, faults }) => {
    const isFile = /^(scripted|replay):/.test(last.model) && !models.some(({ id }) => id === last.model);
    const files = isFile ? [{ label: shownText(last.model), part: { model: last.model } }] : [];
    const rows = [...files, ...models.map((model) => modelItem(model, help))];
    const open = { label: '$(edit) Open the Models File', description: shownText(modelsFile) };
    return [
      ...lastFirst(rows, last, ({ part }) => part?.model === last.model),
      line(''),
      repliesItem(help),
      {
        ...open,
        ...(faults.length === 0 ? {} : { detail: `$(warning) ${shownText(faults[0] ?? '')}` }),
        mend: () => help.openModelsFile(modelsFile),
      },
    ];
  },
});

export const agentStep = (last: RunChoice): Step => ({
  title: 'Which agent?',
  said: ({ agent }) => agent,
  items: ({ agents }) =>
    lastFirst(
      agents.map(({ id, title, description }) => ({
        label: shownText(id),
        description: title === id ? '' : shownText(title),
        detail: shownText(description),
        part: { agent: id },
      })),
      last,
      ({ part }) => part?.agent === last.agent,
    ),
});
