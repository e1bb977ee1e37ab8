import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { RunChoices } from '../../protocol/modelRuns';
import type { RunChoice, Step, StepItem } from './runChoices';

interface Asked {
  /** What is run, before the question. */
  readonly title: string;
  readonly steps: readonly Step[];
  readonly first: RunChoice;
  /** Read anew where something was mended meanwhile. */
  readonly choices: () => Promise<RunChoices>;
}

type Answer =
  | { readonly kind: 'part'; readonly part: Partial<RunChoice> }
  | { readonly kind: 'item'; readonly item: StepItem }
  | { readonly kind: 'back' }
  | { readonly kind: 'away' };

/** One question in a list of its own; the person may go back from it, or away. */
const askOne = (
  title: string,
  said: string,
  at: number,
  { steps }: Pick<Asked, 'steps'>,
  items: readonly StepItem[],
  active: string | null,
): Promise<Answer> =>
  new Promise((resolve) => {
    const list = vscode.window.createQuickPick<StepItem>();
    list.title = title;
    list.placeholder = said;
    list.step = at + 1;
    list.totalSteps = steps.length;
    list.items = [...items];
    if (active !== null) list.activeItems = list.items.filter(({ label }) => label === active);
    list.matchOnDescription = true;
    list.ignoreFocusOut = true;
    list.buttons = at > 0 ? [vscode.QuickInputButtons.Back] : [];
    list.onDidTriggerButton(() => {
      resolve({ kind: 'back' });
      list.hide();
    });
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      if (!item) return;
      resolve(item.part ? { kind: 'part', part: item.part } : { kind: 'item', item });
      list.hide();
    });
    list.onDidHide(() => {
      resolve({ kind: 'away' });
      list.dispose();
    });
    list.show();
  });

/** What was chosen so far, where the person types: "Chosen: fixer, mini, 1 attempt". */
const saidOf = ({ steps }: Pick<Asked, 'steps'>, choice: RunChoice, at: number): string =>
  at === 0
    ? ''
    : shownText(
        `Chosen: ${steps
          .slice(0, at)
          .map(({ said }) => said(choice))
          .join(', ')}`,
      );

/** All questions, one after the other, with Back; null where the person turned away. */
export const askSteps = async (asked: Asked): Promise<RunChoice | null> => {
  let choice = asked.first;
  let choices = await asked.choices();
  // The row whose lack was mended: the person is asked anew, and stands at it.
  let mended: string | null = null;
  for (let at = 0; at < asked.steps.length; ) {
    const step = asked.steps[at];
    if (!step) return null;
    const title = `${shownText(asked.title)}: ${step.title}`;
    const answer = await askOne(title, saidOf(asked, choice, at), at, asked, step.items(choices, choice), mended);
    mended = null;
    if (answer.kind === 'away') return null;
    if (answer.kind === 'back') {
      at -= 1;
      continue;
    }
    if (answer.kind === 'item') {
      const { ask, mend } = answer.item;
      if (mend) {
        if ((await mend()) === 'ends') return null;
        choices = await asked.choices();
        mended = answer.item.label;
        continue;
      }
      const part = await ask?.();
      if (!part) continue;
      choice = { ...choice, ...part };
    } else choice = { ...choice, ...answer.part };
    at += 1;
  }
  return choice;
};
