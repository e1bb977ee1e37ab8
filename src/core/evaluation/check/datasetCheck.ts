import type { EngineInfo, JobLimits } from '../../run/container/engine';
import type { Outcome } from '../outcome';
import type { EvaluationRecord } from '../record';
import type { RuleSetName } from '../ruleSetName';
import type { Defect } from './defect';
import type { ObservedLists } from './listDifferences';

/** What the runs of one side came to, first repeat first. */
export interface CheckedSide {
  readonly outcomes: readonly Outcome[];
  /** Whole seconds of the tests; null where they never ran. */
  readonly testSeconds: readonly (number | null)[];
  /** Folders of the evaluations, relative to the folder that holds `checks/`, with `/` between the parts. */
  readonly folders: readonly string[];
}

/**
 * One line of `checks/<dataset>.jsonl`: what running base and gold showed of one instance, and under which conditions.
 * It is an automatic record about the instance; what people say of the task stands in their verdicts.
 */
export interface DatasetCheck {
  readonly schema: 'touchstone-dataset-check/1';
  /** Name of the dataset's file without its ending. */
  readonly dataset: string;
  readonly instanceId: string;
  /** Hash of what the runs depended on in the row (`checkedRowHash`); another one now means that the check is stale. */
  readonly rowSha256: string;
  /** Lower-case hex SHA-256 of the patches' UTF-8 bytes; null where the row has none. */
  readonly goldSha256: string | null;
  readonly testSha256: string | null;
  readonly rules: RuleSetName;
  /** Null where nothing was run: no image, or no script. */
  readonly engine: EngineInfo | null;
  readonly image: EvaluationRecord['image'];
  readonly limits: JobLimits;
  readonly timeoutSeconds: number;
  /** Runs of each side that were asked for. */
  readonly repeats: number;
  readonly base: CheckedSide;
  readonly gold: CheckedSide;
  readonly observed: ObservedLists;
  /** Empty: sound, as far as these runs can show. */
  readonly defects: readonly Defect[];
  /** What could not show here whatever the instance, in words. */
  readonly notSeen: readonly string[];
  /** RFC 3339. */
  readonly at: string;
}

/** A check as a study has it: with the file and line it stands in. */
export interface FoundCheck extends DatasetCheck {
  /** Absolute path of the file of checks. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Absolute folder that the folders of evidence are relative to. */
  readonly root: string;
  /** Whether the row has changed since; null where that isn't known. */
  readonly stale: boolean | null;
}
