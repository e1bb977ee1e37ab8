import { resolve } from 'node:path';
import type { Command } from 'commander';
import { verifyFolder } from '../../app/verifyFolder';
import type { Verification } from '../../app/verifyStudy';
import { counted } from '../../core/shared/counted';
import { nodeFiles } from '../../io/files/nodeFiles';
import { verifyPorts } from '../../io/store/verifyPorts';
import { printable } from '../printable';

/** The summary as people read it, and each finding on a line before it. */
const verificationText = ({ events, chains, findings, notShown }: Verification): string => {
  const lines = findings.map(({ file, event, kind, text }) =>
    printable(`${file} ${kind === 'dataset-check' ? 'line' : 'event'} ${event}: ${text}`),
  );
  const summary = `${counted(events, 'event')}, ${counted(chains, 'chain')}, ${counted(findings.length, 'finding')}`;
  return [...lines, chains === 0 ? summary : `${summary}. Not shown by a chain: ${notShown.join(', ')}`].join('\n');
};

const verify = async (study: string, json: boolean): Promise<void> => {
  const verification = await verifyFolder({ ...verifyPorts, files: nodeFiles }, resolve(study));
  process.stdout.write(`${json ? JSON.stringify(verification) : verificationText(verification)}\n`);
  if (verification.findings.length > 0) process.exitCode = 1;
};

/** `touchstone verify`: whether the recorded verdicts are as they were written. Ends with 1 where they are not. */
export const addVerifyCommand = (program: Command): void => {
  program
    .command('verify')
    .description(
      'check the chains of verdict events (edits, gaps, forks, torn ends) and that a dataset check was made where required',
    )
    .argument('<study>', 'folder of the study')
    .option('--json', 'print one JSON document')
    .action((study: string, _options: unknown, command: Command) =>
      verify(study, command.optsWithGlobals()['json'] === true),
    );
};
