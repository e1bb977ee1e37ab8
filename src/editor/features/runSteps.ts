import * as vscode from 'vscode';
import { counted } from '../../core/shared/counted';
import { shownText } from '../../core/shared/shownText';
import { lastFirst, type RunChoice, type Step, type StepItem } from './runChoices';

const mostAttempts = 20;

const askNumber = async (
  title: string,
  value: string,
  fault: (text: string) => string | null,
): Promise<number | null> => {
  const text = await vscode.window.showInputBox({ title, value, validateInput: fault, ignoreFocusOut: true });
  return text === undefined || fault(text) !== null ? null : Number(text);
};

const attemptFault = (text: string): string | null =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= mostAttempts
    ? null
    : `A number from 1 to ${mostAttempts}.`;

export const attemptStep = (last: RunChoice): Step => ({
  title: 'How many attempts at each instance?',
  said: ({ attempts }) => counted(attempts, 'attempt'),
  items: () => {
    const counts = [...new Set([1, 2, 3, 5, last.attempts])].sort((a, b) => a - b);
    const rows = counts.map((n) => ({
      label: String(n),
      description: n === 1 ? 'one run' : `${n} runs, one an attempt`,
      part: { attempts: n },
    }));
    const other: StepItem = {
      label: 'Another Number...',
      ask: async () => {
        const n = await askNumber('Attempts at each instance', String(last.attempts), attemptFault);
        return n === null ? null : { attempts: n };
      },
    };
    return [...lastFirst(rows, last, ({ part }) => part?.attempts === last.attempts), other];
  },
});

const budgetFault = (text: string): string | null =>
  /^\d{1,6}(\.\d{1,4})?$/.test(text.trim()) && Number(text) > 0 ? null : 'Dollars, for example 2.50.';

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

export const budgetStep = (last: RunChoice): Step => ({
  title: 'What may it cost?',
  said: ({ budgetUsd }) => (budgetUsd === null ? 'no budget' : `at most ${dollars(budgetUsd)}`),
  items: ({ models }, { model }) => {
    const chosen = models.find(({ id }) => id === model);
    const isUnknown = chosen?.hasPrice !== true;
    const detail = isUnknown
      ? '$(warning) the price of this model is unknown: with a budget the run ends after one reply'
      : undefined;
    const amounts = [...new Set([0.5, 1, 2, 5, ...(last.budgetUsd === null ? [] : [last.budgetUsd])])];
    const rows = amounts
      .sort((a, b) => a - b)
      .map((usd) => ({
        label: dollars(usd),
        description: 'for all of it',
        part: { budgetUsd: usd },
        ...(detail ? { detail } : {}),
      }));
    const free: StepItem = {
      label: 'No Budget',
      description: "the agent's own limits hold all the same",
      part: { budgetUsd: null },
    };
    const other: StepItem = {
      label: 'Another Amount...',
      ask: async () => {
        const usd = await askNumber('Dollars for all of it', String(last.budgetUsd ?? 1), budgetFault);
        return usd === null ? null : { budgetUsd: usd };
      },
    };
    // Under a budget that cannot be kept a run ends after its first reply.
    if (isUnknown) return [free, ...rows, other];
    return [...lastFirst([...rows, free], last, ({ part }) => part?.budgetUsd === last.budgetUsd), other];
  },
});

export const backendStep = (last: RunChoice, docker: { readonly ok: boolean; readonly text: string }): Step => ({
  title: 'Where do its commands run?',
  said: ({ backend }) => (backend === 'docker' ? 'in a container' : 'on this machine'),
  items: () =>
    lastFirst(
      [
        {
          label: 'In a Container',
          description: 'docker, no network',
          detail: docker.ok ? shownText(docker.text) : `$(warning) ${shownText(docker.text)}`,
          part: { backend: 'docker' as const },
        },
        {
          label: 'On This Machine',
          description: 'no sandbox: commands of the model run as you',
          part: { backend: 'local' as const },
        },
      ],
      last,
      ({ part }) => part?.backend === last.backend,
    ),
});

export const evaluateStep = (last: RunChoice): Step => ({
  title: 'Evaluate the patches afterwards?',
  said: ({ evaluates }) => (evaluates ? 'evaluated' : 'not evaluated'),
  items: () =>
    lastFirst(
      [
        {
          label: 'Evaluate Afterwards',
          description: 'the tests of each instance, in a fresh container',
          part: { evaluates: true },
        },
        { label: 'Only Run', description: 'Evaluate Run does it later', part: { evaluates: false } },
      ],
      last,
      ({ part }) => part?.evaluates === last.evaluates,
    ),
});
