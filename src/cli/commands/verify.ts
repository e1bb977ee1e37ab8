import { resolve } from 'node:path';
import type { Command } from 'commander';
import { verifyFolder } from '../../app/verifyFolder';
import type { Verification } from '../../app/verifyStudy';
import type { Finding } from '../../core/review/events/finding';
import { findingAdvice } from '../../core/review/events/findingAdvice';
import { counted } from '../../core/shared/counted';
import { groupBy } from '../../core/shared/groupBy';
import { nodeFiles } from '../../io/files/nodeFiles';
import { verifyPorts } from '../../io/store/verifyPorts';
import { printable } from '../printable';

/** Of one kind in one file: a file under another name has a finding for every event. */
const listedAtMost = 20;

const findingLine = ({ file, event, kind, text }: Finding): string =>
  printable(`${file} ${kind === 'dataset-check' ? 'line' : 'event'} ${event}: ${text}`);

const findingLines = (findings: readonly Finding[]): readonly string[] =>
  [...groupBy(findings, ({ file, kind }) => `${kind} ${file}`).values()].flatMap((group) => [
    ...group.slice(0, listedAtMost).map(findingLine),
    ...(group.length > listedAtMost ? [`... and ${group.length - listedAtMost} more like it (--json lists all)`] : []),
  ]);

const adviceLines = (findings: readonly Finding[]): readonly string[] =>
  [...new Set(findings.map(({ kind }) => kind))].map((kind) => `${kind}: ${findingAdvice[kind]}`);

/** The summary as people read it last, each finding on a line before it, then what to do about each kind. */
const verificationText = ({ events, chains, erased, findings, held, notShown, notes }: Verification): string => {
  const counts = `${counted(events, 'event')}, ${counted(chains, 'chain')}, ${counted(findings.length, 'finding')}`;
  const gone = erased > 0 ? `${counted(erased, 'text')} erased. ` : '';
  const summary = chains === 0 ? counts : `${counts}. ${gone}Not shown by a chain: ${notShown.join(', ')}`;
  const checked = held.map(({ file, seq, by }) => `${file}: held up to event ${seq} by a checkpoint in ${by}`);
  return [...findingLines(findings), ...adviceLines(findings), ...[...notes, ...checked].map(printable), summary].join(
    '\n',
  );
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
