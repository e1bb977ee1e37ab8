import { readFoundReport } from '../../core/evaluation/foundReports/registry';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import type {
  RawRecord,
  StepGroup,
  TrajectoryFormat,
  TrajectoryReader,
} from '../../core/run/trajectory/trajectoryFormat';
import { folderOf, nameOf } from '../../core/study/studyPath';

/** What a report of one instance says of this one; null where it is no such report, or says nothing of it. */
const resolvedOf = (document: unknown, path: string, instanceId: string | null): boolean | null => {
  const found = readFoundReport(document, { name: nameOf(path), above: [nameOf(folderOf(path))] });
  if (found?.scope !== 'instance') return null;
  const [only, ...others] = found.results;
  const isNamed = others.length === 0 && nameOf(path) !== 'report.json';
  const result = found.results.find((one) => one.instanceId === instanceId) ?? (isNamed ? only : undefined);
  if (result?.outcome?.kind === 'resolved') return true;
  return result?.outcome?.kind === 'unresolved' ? false : null;
};

/** The reader of a trajectory, which also sees the report that stands beside it. */
class ReportedReader implements TrajectoryReader {
  private report: unknown = null;

  constructor(
    private readonly reader: TrajectoryReader,
    private readonly path: string,
  ) {}

  take(record: RawRecord): readonly StepGroup[] {
    if (record.ref.file !== this.path) return this.reader.take(record);
    this.report = record.value;
    return [];
  }

  end(cut: boolean): readonly StepGroup[] {
    return this.reader.end(cut);
  }

  /** What the trajectory itself says goes before the report. */
  head(): Trajectory {
    const head = this.reader.head();
    if (head.resolved !== null || this.report === null) return head;
    const resolved = resolvedOf(this.report, this.path, head.instanceId);
    if (resolved === null) return head;
    const said = `Whether it was resolved is told by the report beside it, ${nameOf(this.path)}.`;
    return { ...head, resolved, warnings: [...head.warnings, said] };
  }
}

/** A format whose trajectory has a report of its own patch beside it, in the file `path`, which is read as one part. */
export const withReport = (format: TrajectoryFormat, path: string): TrajectoryFormat => ({
  ...format,
  open: (version) => new ReportedReader(format.open(version), path),
});
