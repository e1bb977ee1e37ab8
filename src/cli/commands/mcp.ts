import { resolve } from 'node:path';
import type { Command } from 'commander';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';
import { studyDesk } from '../mcp/studyDesk';
import { say } from '../say';

interface McpOptions {
  readonly study: string;
  readonly rater?: string;
}

const serve = async ({ study, rater }: McpOptions): Promise<void> => {
  const folder = resolve(study);
  if ((await nodeFiles.stat(folder)) === null)
    throw new InputFault(`${folder}: no such folder. Name the study by --study.`);
  const { serveMcp } = await import('../mcp/serveMcp');
  say(`Serving ${folder} over stdio; tools read alone.${rater === undefined ? '' : ` Blinded as for rater ${rater}.`}`);
  await serveMcp(studyDesk(folder, rater ?? null));
};

/** `touchstone mcp`: the study for assistants that speak the Model Context Protocol. Ends when they go. */
export const addMcpCommand = (program: Command): void => {
  program
    .command('mcp')
    .description(
      'offer a study to assistants by the Model Context Protocol over stdio: five tools that read, none that writes or runs',
    )
    .option('--study <folder>', 'folder of the study', '.')
    .option(
      '--rater <id>',
      "tell no outcome, test, signal or gold patch that the study's blinding keeps from this rater before the verdict",
    )
    .action((_options: unknown, command: Command) => serve(command.optsWithGlobals<McpOptions>()));
};
