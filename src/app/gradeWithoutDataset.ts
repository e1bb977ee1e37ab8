import { gradeOfRuling } from '../core/evaluation/grade/gradeOfRuling';
import { type ParsedLog, parseLogStream } from '../core/evaluation/grade/parserAlone';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import { namedParsers, parserNamed } from '../core/evaluation/logs/namedParser';
import type { RuleSetName } from '../core/evaluation/ruleSetName';
import { reportIn } from '../core/evaluation/rules/foundReport';
import { printedReport } from '../core/evaluation/rules/printedReport';
import { decideResult, type ResultKind } from '../core/evaluation/rules/resultFiles';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { parsePythonJson } from '../core/shared/pythonJson';
import type { GradedLog } from './gradeLogFile';
import { resultsAt } from './gradeResults';

const largest = 100_000_000;

const sizeOf = async (files: FilePort, path: string): Promise<number> => {
  const found = await files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such log. Check the path given as --log.`);
  if (found.kind !== 'file') throw new InputFault(`${path}: not a file. Check the path given as --log.`);
  return found.bytes;
};

const unknownParser = (name: string): InputFault =>
  namedParsers.includes(name.replace(/^parse_log_/, ''))
    ? new InputFault(`--parser ${name}: which parser this is depends on the instance. Give --dataset and --instance.`)
    : new InputFault(`--parser ${name}: no such parser. Known are: ${namedParsers.join(', ')}.`);

/**
 * What the parser of a name reads in a log, gunzipped where it is gzip, without any instance. `rules` says in whose
 * manner parsers read that differ between benchmarks. Throws InputFault for an unknown name and a missing file.
 */
export const parseLogFile = async (
  files: FilePort,
  path: string,
  name: string,
  rules: RuleSetName,
): Promise<ParsedLog> => {
  const parser = parserNamed(name, rules);
  if (parser === null) throw unknownParser(name);
  await sizeOf(files, path);
  return parseLogStream(parser, () => files.openBytes(path));
};

const kindOf = (path: string): ResultKind | null => resultsAt(path, 'swebench-v4')?.kind ?? null;

/** Whether a file is a report by its name, so that it says by itself what a harness made of an instance. */
export const isReportFile = (path: string): boolean => ['report', 'printed-report'].includes(kindOf(path) ?? '');

const documentOf = (path: string, kind: ResultKind, text: string): unknown => {
  if (kind === 'report') return parsePythonJson(text);
  const printed = printedReport(text);
  if (!printed.ok) throw new InputFault(`${path}: ${printed.error}. Name its log, with --dataset and --instance.`);
  return printed.value.document;
};

/** The ids that a document of reports names. */
const idsIn = (document: unknown): readonly string[] =>
  typeof document !== 'object' || document === null || Array.isArray(document)
    ? []
    : Object.entries(document)
        .filter(([id, entry]) => typeof entry === 'object' && reportIn({ [id]: entry }, id) !== null)
        .map(([id]) => id);

const withoutLists = (id: string): GradedInstance => ({
  id,
  repo: null,
  version: null,
  failToPass: null,
  passToPass: null,
  logParser: null,
  evalType: null,
});

/**
 * Grades of a report that a harness wrote or printed, as it says, without a dataset; `asked` picks one instance, and
 * names that of a report without ids. The harness's rule set is unknown: grades whose rule is `report.*` are shown as
 * reported. Throws InputFault where the file is no report.
 */
export const gradeAsReported = async (
  files: FilePort,
  path: string,
  asked: string | null,
): Promise<readonly GradedLog[]> => {
  const kind = kindOf(path) ?? 'report';
  const bytes = await sizeOf(files, path);
  if (bytes > largest) throw new InputFault(`${path}: ${bytes} bytes are too many for a report.`);
  const text = new TextDecoder().decode(await files.readBytes(path));
  const document = documentOf(path, kind, text);
  const ids = asked === null ? idsIn(document) : [asked];
  if (ids.length === 0 || ids.some((id) => reportIn(document, id) === null))
    throw new InputFault(`${path}: no report of ${asked ?? 'any instance'}. A report is { <id>: { resolved } }.`);
  return ids.map((id) => {
    const instance = withoutLists(id);
    return { path, grade: gradeOfRuling(instance, 'swebench-v4', decideResult(kind, instance, [text])) };
  });
};
