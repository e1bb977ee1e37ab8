import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Verification, verifyStudy } from '../../app/verifyStudy';
import { InputFault } from '../../core/shared/problem';
import { verifyPorts } from '../../io/store/verifyPorts';

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** The summary as people read it, and each finding on a line before it. */
const verificationText = ({ events, chains, findings, notShown }: Verification): string => {
  const lines = findings.map(({ file, event, text }) => `${file} event ${event}: ${text}`);
  const summary = `${count(events, 'event')}, ${count(chains, 'chain')}, ${count(findings.length, 'finding')}.`;
  return [...lines, `${summary} Not shown by a chain: ${notShown.join(', ')}`].join('\n');
};

const verify = async (study: string, json: boolean): Promise<void> => {
  const found = await stat(join(study, '.touchstone')).catch(() => null);
  if (!found?.isDirectory())
    throw new InputFault(`${study}: no folder .touchstone there, so no verdicts. Name the study's folder.`);
  const verification = await verifyStudy(verifyPorts, study);
  process.stdout.write(`${json ? JSON.stringify(verification) : verificationText(verification)}\n`);
  if (verification.findings.length > 0) process.exitCode = 1;
};

export const addVerifyCommand = (program: Command): void => {
  program
    .command('verify')
    .argument('<study>', 'folder of the study')
    .option('--json', 'print one JSON document')
    .description('check the chains of verdict events: edits, gaps, forks, torn ends')
    .action((study: string, _options: unknown, command: Command) =>
      verify(study, command.optsWithGlobals()['json'] === true),
    );
};
