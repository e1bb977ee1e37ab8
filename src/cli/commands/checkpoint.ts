import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkpoint } from '../../app/checkpoint';
import { headsIn } from '../../core/review/events/headsIn';
import { counted } from '../../core/shared/counted';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { raterOf, studyIdOf, withRaterStore } from '../raterStore';
import { writeLine } from './writeLine';

interface CheckpointOptions {
  readonly study: string;
  readonly rater?: string;
  readonly json?: boolean;
}

const run = async ({ study, rater, json }: CheckpointOptions): Promise<void> => {
  const root = resolve(study);
  const who = await raterOf(root, rater);
  const event = await withRaterStore(root, await studyIdOf(root), who, (store) => checkpoint(store, who));
  const heads = event ? headsIn(event) : [];
  if (json) return void (await writeLine(jsonText({ event: event?.id ?? null, heads })));
  for (const { file, seq } of heads) await writeLine(printable(`${file}: up to event ${seq}`));
  await writeLine(
    event ? `${counted(heads.length, 'chain')} held; commit .touchstone/.` : 'Nothing new of other raters.',
  );
};

/** `touchstone checkpoint`: writes down where the other raters' chains end. */
export const addCheckpointCommand = (program: Command): void => {
  program
    .command('checkpoint')
    .description("write down where the other raters' chains end, so that a tail cut off later is found by verify")
    .option('--study <folder>', 'the study', '.')
    .option('--rater <id>', 'in whose chain; left out: the one rater who has judged on this machine')
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<CheckpointOptions>()));
};
