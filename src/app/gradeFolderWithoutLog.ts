import type { NoVerdictReason, Outcome } from '../core/evaluation/outcome';
import { outcomeWords } from '../core/evaluation/outcomeWords';
import { printedReport } from '../core/evaluation/rules/printedReport';
import type { FilePort, FolderEntry } from '../core/shared/files';
import { evaluationOutcome, reportOf, resultOf } from '../core/study/evaluationOutcome';

/** An evaluation that left no log, so that there is nothing to grade. */
export interface WithoutLog {
  readonly folder: string;
  /** The instance's id. */
  readonly instance: string;
  /** As result.json, the report or the harness's traces say; null where none of them does. */
  readonly outcome: Outcome | null;
  readonly reason: string;
}

/** Files by which a folder is one evaluation's in the SWE-bench layout, beside its log. */
const traces = ['result.json', 'report.json', 'patch.diff', 'run_instance.log'];
const largest = 50_000_000;
const tailBytes = 4096;

export const isEvaluationFolder = (entries: readonly FolderEntry[]): boolean =>
  entries.some(({ name, kind }) => kind === 'file' && traces.includes(name));

const json = async (files: FilePort, path: string): Promise<unknown> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > largest) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await files.readBytes(path)));
  } catch {
    return null;
  }
};

const tail = async (files: FilePort, path: string): Promise<string | null> =>
  (await files.stat(path))?.kind === 'file' ? new TextDecoder().decode(await files.readTail(path, tailBytes)) : null;

const reasonOf = (outcome: Outcome | null): string => {
  if (outcome === null) return 'no log, and nothing beside it says why';
  if (outcome.kind !== 'none') return `no log to show for what its record says: ${outcomeWords(outcome)}`;
  const why: Readonly<Record<NoVerdictReason, string>> = {
    empty: 'the patch is empty',
    'not-applied': 'the patch could not be applied',
    'time-out': 'the tests ran out of time',
    error: 'it went wrong',
    infrastructure: 'the engine failed',
  };
  return `no log: ${outcome.detail ?? why[outcome.reason]}`;
};

/**
 * The harness's own log where it prints the report, which stands nowhere else: SWE-bench-java publishes evaluations as
 * `<id>/run_instance.log` alone. Null where there is a report.json, or none is printed.
 */
export const printedReportAt = async (files: FilePort, folder: string): Promise<string | null> => {
  const path = `${folder}/run_instance.log`;
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > largest || (await files.stat(`${folder}/report.json`)) !== null)
    return null;
  return printedReport(new TextDecoder().decode(await files.readBytes(path))).ok ? path : null;
};

/** Why an evaluation's folder holds no log, as far as its other files say. */
export const withoutLog = async (files: FilePort, folder: string, instance: string): Promise<WithoutLog> => {
  const result = resultOf(await json(files, `${folder}/result.json`));
  const report = reportOf(await json(files, `${folder}/report.json`), instance);
  const harnessTail = await tail(files, `${folder}/run_instance.log`);
  const patchBytes = (await files.stat(`${folder}/patch.diff`))?.bytes ?? null;
  const outcome = evaluationOutcome({ report, result, logTail: null, harnessTail, patchBytes });
  return { folder, instance, outcome, reason: reasonOf(outcome) };
};

/** Whether the missing log is explained: nothing was run, or nothing came of it. */
export const isExplained = ({ outcome }: WithoutLog): boolean =>
  outcome?.kind === 'none' && ['empty', 'not-applied', 'time-out'].includes(outcome.reason);
