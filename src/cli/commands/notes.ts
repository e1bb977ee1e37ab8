import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Note, placeWords } from '../../core/review/notes/notes';
import { counted } from '../../core/shared/counted';
import { type AllNotes, readAllNotes } from '../../io/store/noteFile';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { writeLine } from './writeLine';

/** Which instance, or which file, in front of the line. */
const subjectOf = ({ on }: Note): string => (on.kind === 'step' ? on.path : on.instanceId);

const noteText = (note: Note): string => {
  const state = note.isResolved ? ', resolved' : '';
  const head = `${subjectOf(note)}  ${placeWords(note.on)}  ${note.rater}, ${note.editedAt ?? note.at}${state}`;
  const body = note.text.split('\n').map((line) => `    ${printable(line)}`);
  return [printable(head), `    > ${printable(note.on.lineText.trim())}`, ...body].join('\n');
};

const print = async ({ notes, leftOut }: AllNotes): Promise<void> => {
  for (const note of notes) await writeLine(noteText(note));
  const lines = leftOut.map(({ file, lines: count }) => `; ${counted(count, 'line')} of ${file} left out`).join('');
  await writeLine(`${counted(notes.length, 'note')}${lines}`);
};

/** `touchstone notes`: every rater's notes as they hold now, to be read or handed on. Ends with 1 where lines can't be read. */
export const addNotesCommand = (program: Command): void => {
  program
    .command('notes')
    .description('notes on steps, on sides of comparisons and on test output; with --json a line of JSON for each')
    .argument('<study>', 'folder of the study')
    .option('--json', 'print a line of JSON for each note')
    .action(async (study: string, _options: unknown, command: Command) => {
      const all = await readAllNotes(join(resolve(study), '.touchstone', 'notes'));
      if (command.optsWithGlobals()['json'] === true) for (const note of all.notes) await writeLine(jsonText(note));
      else await print(all);
      if (all.leftOut.length > 0) process.exitCode = 1;
    });
};
