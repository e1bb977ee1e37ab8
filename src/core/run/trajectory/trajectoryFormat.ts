import type { RawRef, Step } from './step';
import type { Trajectory } from './trajectory';

/** One piece of a file, parsed: a line, an element of an array, a member of an object, a file of a folder. */
export interface RawRecord {
  readonly ref: RawRef;
  /**
   * The key of the document's member in which it stands (`messages`, `trajectory`); '' for a line, an element of an
   * outermost array, and a whole document.
   */
  readonly place: string;
  readonly value: unknown;
  /** Why it could not be parsed; its value is null then. Null: it could. */
  readonly broken: string | null;
  /** What was mended to parse it (bytes that are no UTF-8, NaN read as null). Absent: nothing. */
  readonly note?: string;
}

/**
 * How a file is cut into records. `document`: members of the outermost object one by one, those named in `arrays`
 * element by element, in the order of the file. `text`: each line is a record whose value is its text, the end of the
 * line included; a range over several lines has the text of all of them as its value. `whole`: the file is one record.
 */
export type RecordCut =
  | { readonly kind: 'lines' }
  | { readonly kind: 'text' }
  | { readonly kind: 'array' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'document'; readonly arrays: readonly string[] };

/** What detection may look at: the name, and what the first bytes hold. */
export interface TrajectorySample {
  /** Path below what was opened, with `/`. */
  readonly path: string;
  /** First values of the file: lines that parse, or the one document (its long arrays cut to a few elements). */
  readonly values: readonly unknown[];
  readonly text: string;
}

/** The records that make up one step, before they are read; what must be known beside them stands in `facts`. */
export interface StepGroup {
  readonly agentId: string;
  readonly records: readonly RawRecord[];
  /** Small and JSON: kept in the index, so that a step can be built again from its records alone. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Reads one trajectory's records in order. Holds what spans records: open calls, agents, sums. Never throws. */
export interface TrajectoryReader {
  /** The steps that this record completes. */
  take(record: RawRecord): readonly StepGroup[];
  /** The steps that were still open. `cut`: the file ended in mid-record. */
  end(cut: boolean): readonly StepGroup[];
  /**
   * Takes `end` back, for the file has grown and more records come: the steps that `end` gave are given again once they
   * are whole. Absent: such a file is read anew.
   */
  resume?(): void;
  /** All that is known by now but the steps. */
  head(): Trajectory;
}

/** One file of a trajectory that has several, and how it is cut. Its records name it by `ref.file`. */
export interface TrajectoryPart {
  /** Below what was opened, with `/`. */
  readonly path: string;
  readonly cut: RecordCut;
}

/** The trajectories of a folder or archive: each with its files, in the order in which they are read. */
export interface TrajectoryFolder {
  readonly version: string | null;
  readonly trajectories: readonly {
    readonly id: string | null;
    readonly parts: readonly TrajectoryPart[];
    /** Folder all of whose files belong to it: '' for what was opened, else with `/` behind. */
    readonly root: string;
  }[];
}

/** One format of trajectories. Pure; any value may come, for the file is outside data. */
export interface TrajectoryFormat {
  /** As `inspect` says it: `mini-swe-agent-2`, `claude-code-session`. */
  readonly name: string;
  /** As people are told. */
  readonly title: string;
  /** Null where the file is none of this format; else how it is cut and, where it states one, its version. */
  detect(sample: TrajectorySample): { readonly cut: RecordCut; readonly version: string | null } | null;
  /** A reader for a file with one trajectory. */
  open(version: string | null): TrajectoryReader;
  /** Builds a step from its group, with `idx` and `parentStep` as given: the same for index and display. */
  build(group: StepGroup, idx: number): Step;
  /**
   * For files with many trajectories: which records of the outermost level begin one, its instance, and the records
   * below it. Absent: a file holds one.
   */
  readonly split?: (record: RawRecord) => {
    readonly instanceId: string | null;
    readonly records: readonly RawRecord[];
    /** It holds none, and says something of all trajectories of the file: it is read before each of them. */
    readonly isShared?: boolean;
  };
  /** For trajectories of several files: what a folder or archive with these paths holds; null: none of this format. */
  readonly folder?: (paths: readonly string[]) => TrajectoryFolder | null;
  /**
   * Files beside a file of this format that belong to it (sub-agents): `paths` are those below the folder that has the
   * file's name without its ending. They are read after it.
   */
  readonly beside?: (paths: readonly string[]) => readonly TrajectoryPart[];
  /**
   * The same for files in its own folder: `endings` are what follows the file's name without its own ending
   * (`.summary.json` beside `a.json` is `a.summary.json`). They are read after it.
   */
  readonly siblings?: (endings: readonly string[]) => readonly TrajectoryPart[];
}
