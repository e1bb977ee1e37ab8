import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { isQueueId, type QueueId, queueIds, queueWords } from '../../core/study/queues/queueFacts';
import { commands, views } from '../platform/ids';
import { registerCommand, showFailure, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import { nextWaiting, waitingItems } from '../platform/waitingItems';
import { QueueTree } from '../views/queueTree';

/** What waits for this rater, by queues; the next one of the queue that is worked through. */
export const queueFeature: Feature = (services) => {
  const tree = new QueueTree(services);
  const view = vscode.window.createTreeView(views.queue, { treeDataProvider: tree });
  const say = (waiting: number) => {
    view.description = waiting > 0 ? `${waiting.toLocaleString('en-US')} for you` : '';
    view.badge = waiting > 0 ? { value: waiting, tooltip: `${counted(waiting, 'prediction')} to judge` } : undefined;
  };
  // The badge stands at our icon also where the view was never shown.
  const count = async () => {
    try {
      say((await waitingItems(services, 0)).total);
    } catch (error) {
      void showFailure(services.log, 'The queue could not be counted', error);
    }
  };
  return vscode.Disposable.from(
    tree,
    view,
    services.study.onDidChange(() => void count()),
    services.queue.onDidChange(() => void count()),
    registerCommand(services.log, commands.judgeNext, 'There is no next item', () => judgeNext(services)),
    registerCommand(services.log, commands.openQueue, 'The queue could not be opened', (node) =>
      openQueue(services, node),
    ),
  );
};

const judgeNext = async (services: Services): Promise<void> => {
  const next = await nextWaiting(services);
  if (next) await vscode.commands.executeCommand(commands.judge, next);
  else void tell(`The queue "${queueWords[services.queue.value.queue].title}" is empty: nothing in it waits for you.`);
};

/** Chooses a queue, by its row or by a list, and begins with its first item. */
const openQueue = async (services: Services, node: unknown): Promise<void> => {
  await services.study.ready();
  const id = queueOf(node) ?? (await pickQueue(services));
  if (id === null) return;
  const mix = id === 'disagreement' ? await pickMix() : 0;
  if (mix === null) return;
  await services.queue.choose({ queue: id, mix });
  await judgeNext(services);
};

const queueOf = (node: unknown): QueueId | null => {
  const id = typeof node === 'object' && node !== null && 'id' in node ? node.id : null;
  return isQueueId(id) ? id : null;
};

const pickQueue = async ({ app, study, queue, judging }: Services): Promise<QueueId | null> => {
  const q = { studyFolder: study.folder ?? '', rater: raterSetting() };
  const counts = new Map((await app.remote.queues(q)).map(({ id, waiting }) => [id, waiting]));
  const picks = queueIds.map((id) => ({
    label: queueWords[id].title,
    description: `${counted(counts.get(id) ?? 0, 'item')} waiting${id === queue.value.queue ? ', chosen' : ''}`,
    // While one judges it isn't said why an item is there.
    detail: judging.state === null ? queueWords[id].why : '',
    id,
  }));
  return (await vscode.window.showQuickPick(picks, { title: 'Judge which queue?' }))?.id ?? null;
};

/** The share of agreeing items; null: the person left. */
const pickMix = async (): Promise<number | null> => {
  const picks = [
    {
      label: 'Mix in agreeing items, 30%',
      detail: 'Shuffled among the others, so that none can be told apart.',
      mix: 0.3,
    },
    { label: 'Mix in all agreeing items', detail: 'The whole study, shuffled.', mix: 1 },
    { label: 'Another share...', detail: 'Between 1 and 99 percent.', mix: null },
    { label: 'Disagreements alone', detail: 'No corrected rate can come from disagreements alone.', mix: 0 },
  ];
  const picked = await vscode.window.showQuickPick(picks, { title: 'Items on which tests, judges and people agree' });
  if (!picked) return null;
  return picked.mix ?? askShare();
};

const askShare = async (): Promise<number | null> => {
  const isShare = (text: string): boolean => /^\d{1,2}$/.test(text.trim()) && Number(text) > 0;
  const text = await vscode.window.showInputBox({
    title: 'Agreeing items to mix in, percent',
    value: '30',
    validateInput: (typed) => (isShare(typed) ? null : 'A whole number from 1 to 99'),
  });
  return text === undefined ? null : Number(text) / 100;
};
