import type { Problem } from '../../shared/problem';
import type { Outcome } from '../outcome';
import type { InstanceReport } from '../report';

/** Where a document lies, as far as its name tells something that its content does not. */
export interface ReportPlace {
  /** The file's own name: `results.json`. */
  readonly name: string;
  /** Names of the folders above it, nearest first: `django__django-1`, `heron-2`, `r1`. */
  readonly above: readonly string[];
}

/** What a report of others says of one attempt at one instance. */
export interface FoundResult {
  readonly instanceId: string;
  /** As the document says; null where only the place can tell. */
  readonly model: string | null;
  readonly run: string | null;
  /** Counted from 1; null where the document knows of one alone. */
  readonly attempt: number | null;
  /** Name of the trial, where several of one instance are told apart by a name without a number. */
  readonly trial: string | null;
  /** Null: the report names the instance and says that it was not evaluated (`pending_ids`). */
  readonly outcome: Outcome | null;
  /** Where in the document it stands: `resolved_ids`, `eval["HumanEval/3"][0]`. */
  readonly field: string;
  /** The entry itself, where it has the SWE-bench shape. */
  readonly report: InstanceReport | null;
}

export interface FoundReport {
  /** Name of the format: `swebench-summary`. */
  readonly format: string;
  /** Whose rules gave the answers, in the harness's own name: `SWE-bench`, `Harbor`. */
  readonly rules: string;
  /** A report on one attempt, or the lists of a whole run. Where both speak of one attempt, the first is shown. */
  readonly scope: 'instance' | 'run';
  readonly results: readonly FoundResult[];
  /** Entries that say nothing usable, each with its field and reason. */
  readonly problems: readonly Problem[];
}

/** One shape of results, told by its content; its readers never throw for bad data. */
export interface ReportFormat {
  readonly name: string;
  matches(document: unknown, place: ReportPlace): boolean;
  read(document: unknown, place: ReportPlace): FoundReport;
}
