import { type Cue, cuesAt, type LogLine } from '../lineParser';
import { HARNESS_MARK } from '../markers';
import { EnvironmentSigns, signCues } from './environmentSigns';
import { ExitCode } from './exitCode';
import { InfraFailure, infraCues } from './infraFailure';

/** Codes that end grading wherever they stand in the log, in the harness's order (SWE-bench `get_logs_eval`). */
const badCodes: readonly string[] = [
  '>>>>> Patch Apply Failed',
  '>>>>> Reset Failed',
  '>>>>> Tests Errored',
  '>>>>> Tests Timed Out',
];

export const factCues: readonly Cue[] = [...cuesAt('anywhere', HARNESS_MARK), ...signCues, ...infraCues];

/** What a log says beside its results, wherever it says it. */
export class LogFacts {
  readonly exitCode = new ExitCode();
  readonly signs = new EnvironmentSigns();
  readonly infraFailure = new InfraFailure();
  private readonly codes = new Set<string>();

  /** Whether the next line is needed. */
  line(line: LogLine): boolean {
    if (line.text.includes(HARNESS_MARK))
      for (const code of badCodes) if (line.text.includes(code)) this.codes.add(code);
    this.signs.line(line);
    this.infraFailure.line(line);
    return this.exitCode.line(line);
  }

  /** All bad codes that the log holds, in the harness's order. */
  get badCodes(): readonly string[] {
    return badCodes.filter((code) => this.codes.has(code));
  }
}

/** Bytes of the log's end in which the harness's time-out note is looked for. */
export const TAIL_BYTES = 800;

/** Seconds of the harness's own time-out note; null where the log has none at its end. */
export const timeOutOf = (tail: Uint8Array): number | null => {
  const text = new TextDecoder().decode(tail).slice(-200);
  const found = /Timeout error: (\d{1,12}) seconds exceeded\.?\s*$/.exec(text);
  return found ? Number(found[1]) : null;
};
