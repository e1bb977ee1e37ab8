import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Inspection, inspect } from '../../app/inspect';
import { nodeFiles } from '../../io/files/nodeFiles';
import { sha256 } from '../../io/store/sha256';
import { reportFault } from '../faults';
import { printable } from '../printable';

interface InspectOptions {
  readonly json?: boolean;
}

const linesOf = (found: Inspection): readonly string[] => {
  const counts = Object.entries(found.counts).map(([name, count]) => `${name} ${count}`);
  const version = found.version === null ? '' : ` (${found.version})`;
  const skipped = found.skipped.map(({ where, reason }) => `  left out: ${where}: ${reason}`);
  const warnings = found.warnings.map((text) => `  note: ${text}`);
  return [
    `${found.path}: ${found.format ?? 'not recognised'}${version}`,
    ...(counts.length > 0 ? [`  ${counts.join(', ')}`] : []),
    ...skipped,
    ...warnings,
  ];
};

/** Paths that don't exist are said on stderr; the others are inspected all the same. */
const inspectAll = async (paths: readonly string[]): Promise<readonly Inspection[]> => {
  const found: Inspection[] = [];
  for (const path of paths) {
    try {
      found.push(await inspect({ files: nodeFiles, sha256 }, resolve(path)));
    } catch (error) {
      reportFault(error);
      process.exitCode = 1;
    }
  }
  return found;
};

const run = async (paths: readonly string[], options: InspectOptions): Promise<void> => {
  const found = await inspectAll(paths);
  const lines = options.json ? [JSON.stringify(found, null, 2)] : found.flatMap(linesOf).map(printable);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (found.some((one) => one.format === null || one.skipped.length > 0)) process.exitCode = 1;
};

/** `touchstone inspect`: what is this, with counts and everything that was left out. Ends with 1 where anything was. */
export const addInspectCommand = (program: Command): void => {
  program
    .command('inspect')
    .description('say what files and folders hold: format, version, counts, what was left out and why')
    .argument('<path...>', 'files or folders')
    .option('--json', 'print one JSON document')
    .action((paths: string[], _options: unknown, command: Command) =>
      run(paths, command.optsWithGlobals<InspectOptions>()),
    );
};
