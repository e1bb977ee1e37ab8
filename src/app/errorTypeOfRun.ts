import { type ErrorFinding, errorTypeByOutcome } from '../core/evaluation/errorType';
import { errorTypeByExtraction } from '../core/evaluation/errorTypeOfExtraction';
import { ErrorTypeReader } from '../core/evaluation/errorTypeReader';
import type { FilePort } from '../core/shared/files';
import type { EvaluationEntry } from '../core/study/catalogue';
import type { InstanceRun } from '../core/study/instanceRuns';
import type { FileMemo } from './fileMemo';

export interface ErrorTypePorts {
  readonly files: FilePort;
  /** Keeps what was found in a log while the file stays as it is. */
  readonly memo: FileMemo;
}

/** A log longer than this is read from its beginning only up to here: errors of one log stand early or not at all. */
const mostRead = 64 * 1024 * 1024;

const failedTests = ({ report }: EvaluationEntry): readonly string[] => {
  const status = report?.tests_status;
  return status ? [...(status.FAIL_TO_PASS?.failure ?? []), ...(status.PASS_TO_PASS?.failure ?? [])] : [];
};

/** Line by line; a lone carriage return ends one too, as in the editor, so that numbers agree with what is seen there. */
const inText = (log: string, failed: readonly string[]): ErrorFinding => {
  const text = log.includes('\r') ? log.replace(/\r\n?/g, '\n') : log;
  const reader = new ErrorTypeReader(failed);
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    reader.line(text.slice(from, end === -1 ? text.length : end));
    if (end === -1) break;
    from = end + 1;
  }
  return reader.finish();
};

/** A report may be written anew while its log stays: what is kept goes by the failed tests too. */
const kindOf = (evaluation: EvaluationEntry): string => {
  const failed = failedTests(evaluation);
  return `error type ${failed.length} ${failed[0] ?? ''} ${failed.at(-1) ?? ''}`;
};

const inLog = async (files: FilePort, path: string, evaluation: EvaluationEntry): Promise<ErrorFinding> => {
  const bytes = await files.readBytes(path, mostRead);
  const found = inText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), failedTests(evaluation));
  if (bytes.length < mostRead || found.line !== null) return found;
  return { ...found, rule: `${found.rule} in its first ${mostRead / 1024 / 1024} MiB; the rest was not read` };
};

/**
 * The error type of one run on one instance: by its outcome, else by the log of its first evaluation. Null where it
 * is unknown: no outcome that tells, no log, or a log that can't be read.
 */
export const errorTypeOfRun = async (ports: ErrorTypePorts, run: InstanceRun): Promise<ErrorFinding | null> => {
  const byExtraction = errorTypeByExtraction(run.extraction, run.outcome);
  if (byExtraction !== null) return byExtraction;
  const byOutcome = errorTypeByOutcome(run.outcome);
  if (byOutcome !== 'log') return byOutcome;
  const evaluation = run.evaluations[0];
  if (!evaluation?.hasLog) return null;
  const path = `${evaluation.folder}/test_output.txt`;
  try {
    return await ports.memo(kindOf(evaluation), path, () => inLog(ports.files, path, evaluation));
  } catch {
    return null;
  }
};
