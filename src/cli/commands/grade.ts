import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { GradedFolder } from '../../app/gradeFolder';
import { isExplained } from '../../app/gradeFolderWithoutLog';
import { gradingColumns } from '../../app/gradeLogFile';
import { gradeAsReported, parseLogFile } from '../../app/gradeWithoutDataset';
import { readDataset } from '../../app/readDataset';
import { compareGraded } from '../../app/regrade';
import { studyAbove } from '../../app/studyAbove';
import { regradeLines } from '../../core/evaluation/grade/regradeWords';
import type { RuleSetName } from '../../core/evaluation/ruleSetName';
import { nodeFiles } from '../../io/files/nodeFiles';
import { printable } from '../printable';
import { say, sayProblems } from '../say';
import { gradeInput } from './gradeInput';
import { folderDocument, oneDocument, parsedDocument, regradeDocument } from './gradeJson';
import { type GradeOptions, withGradeOptions, wrongUse } from './gradeOptions';
import { parsedTable } from './gradeParsed';
import { gradeTable } from './gradeTable';

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A log without a parser or without results was not graded at all, and a missing one may be lost. */
const failed = ({ graded, withoutLog, skipped }: GradedFolder): boolean =>
  skipped.length > 0 ||
  graded.some(({ grade: { outcome } }) => outcome.kind === 'none' && outcome.reason === 'error') ||
  !withoutLog.every(isExplained);

const print = (all: GradedFolder, options: GradeOptions): void => {
  const [first] = options.log === undefined ? [] : all.graded;
  if (!options.json) process.stdout.write(gradeTable(all, first !== undefined));
  else process.stdout.write(jsonText(first ? oneDocument(first) : folderDocument(all)));
};

const printChanges = (before: GradedFolder, after: GradedFolder, against: RuleSetName, options: GradeOptions): void => {
  const rules = options.rules ?? null;
  const regrading = compareGraded(before, after);
  if (options.json) process.stdout.write(jsonText(regradeDocument(rules, against, regrading)));
  else {
    const lines = regradeLines(rules ?? "each instance's own rule set", against, regrading);
    process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  }
};

/** The options with the rule set of the study above the dataset, where it says one and the command line doesn't. */
const withStudyRules = async (options: GradeOptions, path: string): Promise<GradeOptions> => {
  const study = options.rules === undefined ? await studyAbove(nodeFiles, path) : null;
  const rules = study?.study?.evaluation.ruleSet ?? null;
  if (study === null || rules === null) return options;
  say(`Rule set ${rules}, as ${study.file} says.`);
  return { ...options, rules };
};

const grade = async (given: GradeOptions, path: string): Promise<void> => {
  const options = await withStudyRules(given, resolve(path));
  const dataset = await readDataset(nodeFiles, resolve(path), { columns: gradingColumns });
  sayProblems(dataset.skipped);
  const all = await gradeInput(dataset, options, options.rules ?? null);
  sayProblems(all.skipped);
  if (options.against === undefined) print(all, options);
  else printChanges(all, await gradeInput(dataset, options, options.against), options.against, options);
  if (failed(all)) process.exitCode = 1;
};

/** What a report says by itself; a file that holds several is shown as a folder of them. */
const gradeReport = async (options: GradeOptions): Promise<void> => {
  const graded = await gradeAsReported(nodeFiles, resolve(options.log ?? ''), options.instance ?? null);
  const all: GradedFolder = { graded, withoutLog: [], skipped: [] };
  if (graded.length > 1) process.stdout.write(options.json ? jsonText(folderDocument(all)) : gradeTable(all, false));
  else print(all, options);
  if (failed(all)) process.exitCode = 1;
};

/** A parser's results alone; ends with 1 where it reads none. */
const parse = async ({ log = '', rules, json }: GradeOptions, name: string): Promise<void> => {
  const path = resolve(log);
  const parsed = await parseLogFile(nodeFiles, path, name, rules ?? 'swebench-v5');
  process.stdout.write(json ? jsonText(parsedDocument(path, parsed)) : parsedTable(parsed));
  if (parsed.results.length === 0) process.exitCode = 1;
};

/** `touchstone grade`: grades logs and files of results by the rules of a benchmark, without running anything. */
export const addGradeCommand = (program: Command): void => {
  const command = withGradeOptions(program.command('grade'));
  command.action(async (folder: string | undefined) => {
    const given = command.optsWithGlobals<GradeOptions>();
    const options = folder === undefined ? given : { ...given, folder };
    const wrong = wrongUse(options);
    if (wrong !== null) command.error(`error: ${wrong}`);
    if (options.parser !== undefined) await parse(options, options.parser);
    else if (options.dataset === undefined) await gradeReport(options);
    else await grade(options, options.dataset);
  });
};
