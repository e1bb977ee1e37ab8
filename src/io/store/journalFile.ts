import { readJournal } from '../../core/evaluation/journal/readJournal';
import type { JournalEvent } from '../../core/evaluation/record';
import { LineFile } from './lineFile';

/** The event log of evaluations: a line is on the disk before its `append` ends. */
export class JournalFile {
  private constructor(
    private readonly lines: LineFile,
    readonly earlier: readonly JournalEvent[],
  ) {}

  /** Reads what is there. Throws EnvironmentFault where it can't be written. */
  static async open(path: string): Promise<JournalFile> {
    const lines = await LineFile.open(path);
    return new JournalFile(lines, readJournal(lines.earlier).events);
  }

  append(event: JournalEvent): Promise<void> {
    return this.lines.append(event);
  }

  close(): Promise<void> {
    return this.lines.close();
  }
}
