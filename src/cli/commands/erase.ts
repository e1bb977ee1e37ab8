import { resolve } from 'node:path';
import type { Command } from 'commander';
import { eraseTexts, erasureQuestion, planErasure } from '../../app/eraseText';
import { counted } from '../../core/shared/counted';
import { readEvents } from '../../io/store/readEvents';
import { ask } from '../ask';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { raterOf, withRaterStore } from '../raterStore';
import { writeLine } from './writeLine';

interface EraseOptions {
  readonly study: string;
  readonly rater?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const erase = async (wanted: string, { study, rater, yes, json }: EraseOptions): Promise<void> => {
  const root = resolve(study);
  const plan = await planErasure({ readEvents: () => readEvents(root) }, wanted);
  const who = await raterOf(root, rater);
  if (!(await ask(erasureQuestion(plan), yes === true))) {
    process.exitCode = 1;
    return;
  }
  const event = await withRaterStore(root, plan.event.study, who, (store) => eraseTexts(store, plan));
  if (json) await writeLine(jsonText({ erased: plan.texts, of: plan.event.id, event: event?.id ?? null }));
  else
    await writeLine(
      printable(`${counted(plan.texts.length, 'text')} of ${plan.event.id} erased; commit .touchstone/.`),
    );
};

/** `touchstone erase`: takes free text away for good, and says so by an event. */
export const addEraseCommand = (program: Command): void => {
  program
    .command('erase')
    .description(
      'take the free text of a verdict away for good; the chain stays whole, and an event says that it is gone',
    )
    .argument('<event|text>', 'id of an event, or the first 8 or more letters of the name of a text')
    .option('--study <folder>', 'the study', '.')
    .option('--rater <id>', 'who erases; left out: the one rater who has judged on this machine')
    .option('--yes', 'erase without asking')
    .option('--json', 'print one JSON document')
    .action((wanted: string, _options: unknown, command: Command) =>
      erase(wanted, command.optsWithGlobals<EraseOptions>()),
    );
};
