import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addJudge, type JudgeImport, planJudgeImport } from '../../app/judge/importJudge';
import { openStudy } from '../../app/openStudy';
import type { Imported } from '../../core/review/judgeFile/importedAnswer';
import { judgeFormats } from '../../core/review/judgeFile/importedAnswer';
import { labelWords, sawWords } from '../../core/study/judges/importWords';
import { contradicting, subjectWords } from '../../core/study/judges/joinJudge';
import { nodeFiles } from '../../io/files/nodeFiles';
import { sha256 } from '../../io/store/sha256';
import { writeTextFile } from '../../io/store/writeTextFile';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { say, sayProblems } from '../say';
import { table } from './textTable';
import { writeLine } from './writeLine';

interface ImportOptions {
  readonly study: string;
  readonly map?: string;
  readonly judge?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const firstRows = 5;

const short = (text: string | null): string => {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

const says = (answer: Imported): string =>
  answer.kind === 'answer' ? labelWords(answer) : (answer.winner ?? `no label (${answer.reason})`);

const rowOf = (answer: Imported): readonly string[] =>
  [
    answer.place.words,
    subjectWords(answer),
    answer.said ?? '',
    says(answer),
    answer.saw === null ? '' : (sawWords(answer.saw) ?? ''),
    short(answer.rationale),
  ].map((cell) => printable(cell));

const preview = ({ read }: JudgeImport): string => {
  const rows = read.reading.answers.slice(0, firstRows);
  return table([['', 'item', 'in the file', 'read as', '', 'rationale'], ...rows.map(rowOf)]);
};

const addsWords = ({ adds, judge, path }: JudgeImport, file: string | null, isDry: boolean): string => {
  if (adds === 'stands-there') return `The study has ${judge} (${path}) already; nothing was changed.`;
  if (adds === 'nothing-joins') return 'No answer joins an item of the study; nothing was changed.';
  if (adds === 'as-it-lies') return `There is no study file: ${path} is read as it lies.`;
  return isDry ? `Dry run: ${judge} would be entered into the study file.` : `Entered into ${file}.`;
};

const documentOf = (plan: JudgeImport, file: string | null) => {
  const { judge, path, map, rubric, adds, words, warnings, read } = plan;
  const { counts, reading, join, mapProblems } = read;
  const { format, problems, leftOut } = reading;
  const said = { judge, path, map, rubric, format, adds, studyFile: file, words, warnings };
  return { ...said, counts, ...join, problems: [...mapProblems, ...problems], leftOut };
};

const printPlan = async (plan: JudgeImport, file: string | null, options: ImportOptions): Promise<void> => {
  if (options.json) {
    await writeLine(jsonText(documentOf(plan, file), 2));
    return;
  }
  const { reading, join } = plan.read;
  if (reading.answers.length > 0) await writeLine(preview(plan));
  await writeLine(printable(`${plan.judge}, read by ${plan.map ?? judgeFormats[reading.format]}: ${plan.words}.`));
  for (const { answer, contradictions } of contradicting(join))
    for (const words of contradictions)
      await writeLine(printable(`  ${answer.place.words}, ${subjectWords(answer)}: ${words}`));
  for (const warning of plan.warnings) say(warning);
  sayProblems([...plan.read.mapProblems, ...reading.problems, ...reading.leftOut]);
  for (const { place, subject, reason } of join.notJoined)
    say(`${place.file} ${place.words}, ${subject}: not joined, ${reason}.`);
  say(addsWords(plan, file, options.dryRun === true));
};

const run = async (path: string, options: ImportOptions): Promise<void> => {
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, resolve(options.study));
  const ports = { files: nodeFiles, openTrajectory: openTrajectoryFiles, writeText: writeTextFile };
  const map = options.map === undefined ? null : resolve(options.map);
  const plan = await planJudgeImport(ports, { catalogue, path: resolve(path), map, judge: options.judge ?? null });
  const file = options.dryRun ? null : await addJudge(ports, catalogue, plan);
  await printPlan(plan, file, options);
  const { problems } = plan.read.reading;
  process.exitCode = problems.length > 0 || plan.read.join.notJoined.length > 0 ? 1 : 0;
};

/** `touchstone judge import`: answers that a judge gave elsewhere, joined to the items of a study. */
export const addJudgeImportCommand = (judge: Command): void => {
  judge
    .command('import')
    .argument('<file>', "a judge's file: JSON lines, CSV, a log of Inspect, SWE-Compass's raw_data.jsonl")
    .description("read a judge's file, join it to the study's items and enter it into the study file")
    .requiredOption('--study <folder>', 'the study; the file lies below it')
    .option('--map <file>', 'says how the fields are named; else <name>.map.yaml beside the file')
    .option('--judge <id>', "how the judge is called; else the map's or the file's own word")
    .option('--dry-run', 'show what comes of it, change nothing')
    .option('--json', 'print one JSON document')
    .action((file: string, _options: unknown, command: Command) => run(file, command.optsWithGlobals<ImportOptions>()));
};
