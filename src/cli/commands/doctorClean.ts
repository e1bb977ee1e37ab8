import { cleanUp, planCleanUp } from '../../app/cleanUp';
import { defaultImageBudget } from '../../core/run/container/imageBudget';
import { freedText, sizeText } from '../../core/shared/sizeText';
import { cleanUpPorts } from '../../io/jobs/cleanUpPorts';
import type { CleanUpPlan, CleanUpResult } from '../../protocol/cleanUp';
import { ask } from '../ask';
import { printable } from '../printable';
import { say } from '../say';

export interface CleanOptions {
  readonly endpoint?: string;
  readonly images?: boolean;
  /** Bytes. */
  readonly imageBudget?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What was found and what became of it, as `--json` prints it. */
export interface CleanedUp extends CleanUpPlan, CleanUpResult {
  readonly dryRun: boolean;
}

const sized = (bytes: number | null): string => (bytes === null ? '' : `, ${sizeText(bytes)}`);

const listText = ({ items, kept, faults }: CleanUpPlan): string =>
  [
    ...items.map(({ label, detail, bytes, proposed }) => `${proposed ? '-' : ' '} ${label} (${detail}${sized(bytes)})`),
    ...kept.map((reason) => `  kept: ${reason}`),
    ...faults.map((fault) => `! not looked at: ${fault}`),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');

/** Finds what is ours, asks once for all that is proposed, and removes it. Items and reasons are in the answer. */
export const runCleanUp = async (options: CleanOptions): Promise<CleanedUp> => {
  const ports = cleanUpPorts(options.endpoint ?? null);
  const plan = await planCleanUp(ports, {
    all: options.images ?? false,
    budget: options.imageBudget ?? defaultImageBudget,
  });
  const chosen = plan.items.filter(({ proposed }) => proposed);
  const dryRun = options.dryRun ?? false;
  const nothing = { ...plan, removed: [], dryRun };
  if (dryRun || chosen.length === 0) return nothing;
  say(listText({ ...plan, kept: [] }).trimEnd());
  const question = `Remove the ${chosen.length} marked with "-" (${freedText(chosen)})?`;
  if (!(await ask(question, options.yes ?? false))) return nothing;
  const { removed, kept } = await cleanUp(ports, chosen);
  return {
    ...plan,
    items: plan.items.filter((item) => !chosen.includes(item)),
    removed,
    kept: [...kept, ...plan.kept],
    dryRun,
  };
};

/** What became of it, as lines for people. */
export const cleanedText = ({ removed, dryRun, ...plan }: CleanedUp): string => {
  const none = removed.length === 0 && plan.items.every(({ proposed }) => !proposed);
  const head = dryRun ? 'Would be removed by touchstone doctor --clean (marked with "-"):\n' : '';
  const gone = removed.map((label) => `removed: ${printable(label)}\n`).join('');
  return `${none ? 'Nothing is left to clean up.\n' : head}${gone}${listText(plan)}\n`;
};
