import { InputFault } from '../../shared/problem';

/** A command's program; throws InputFault where the words can't be a command of a session. */
export const programOf = (command: readonly string[]): string => {
  const [program = ''] = command;
  if (program === '' || program.startsWith('-')) throw new InputFault('A command needs a program as its first word.');
  if (command.some((word) => word.includes('\0'))) throw new InputFault('A command can hold no NUL.');
  return program;
};

/** The folder itself; throws InputFault where it isn't absolute. */
export const absoluteInside = (folder: string): string => {
  if (!folder.startsWith('/')) throw new InputFault(`${folder}: folders of a sandbox are absolute.`);
  return folder;
};
