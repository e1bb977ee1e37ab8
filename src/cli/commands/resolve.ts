import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openConflicts, resolveConflict } from '../../app/resolveConflict';
import type { Conflict } from '../../core/review/upkeep';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { readEvents } from '../../io/store/readEvents';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { withRaterStore } from '../raterStore';
import { writeLine } from './writeLine';

interface ResolveOptions {
  readonly study: string;
  readonly json?: boolean;
}

const list = async (conflicts: readonly Conflict[]): Promise<void> => {
  for (const { rater, instance, rubric, heads } of conflicts) {
    await writeLine(printable(`${instance ?? '(unknown instance)'}  ${rubric}  ${rater}`));
    for (const { event, overall, at, device } of heads)
      await writeLine(printable(`    ${event}  ${overall ?? 'no answer'}  ${at}  on ${device}`));
  }
  await writeLine(
    conflicts.length === 0
      ? 'No conflicts.'
      : `${counted(conflicts.length, 'conflict')}. Choose: touchstone resolve <event>`,
  );
};

const choose = async (root: string, conflicts: readonly Conflict[], keep: string): Promise<string> => {
  const of = conflicts.find(({ heads }) => heads.some(({ event }) => event === keep));
  if (!of)
    throw new InputFault(`"${keep}" is none of the verdicts that stand beside each other. Without it all are listed.`);
  const made = await withRaterStore(root, of.study, of.rater, (store) => resolveConflict(store, of.rater, keep));
  return made.id;
};

const run = async (keep: string | undefined, { study, json }: ResolveOptions): Promise<void> => {
  const root = resolve(study);
  const conflicts = await openConflicts({ readEvents: () => readEvents(root) }, null);
  if (keep === undefined) return json ? void (await writeLine(jsonText(conflicts))) : list(conflicts);
  const event = await choose(root, conflicts, keep);
  await writeLine(
    json ? jsonText({ event, keeps: keep }) : printable(`${keep} counts; the others stay in the history.`),
  );
};

/** `touchstone resolve`: which of two verdicts of one rater on one item counts. */
export const addResolveCommand = (program: Command): void => {
  program
    .command('resolve')
    .description("verdicts of one rater that stand beside each other on one item; with an event's id: that one counts")
    .argument('[event]', 'id of the verdict that is to count')
    .option('--study <folder>', 'the study', '.')
    .option('--json', 'print one JSON document')
    .action((keep: string | undefined, _options: unknown, command: Command) =>
      run(keep, command.optsWithGlobals<ResolveOptions>()),
    );
};
