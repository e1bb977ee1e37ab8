import { judgedBy } from '../../app/judgedBy';
import type { TouchstoneEvent } from '../../core/review/events/event';
import type { FilePort } from '../../core/shared/files';
import type { Sha256 } from '../../core/shared/hash';
import type { JudgingSession, JudgingSessions } from '../../io/store/judgingSession';
import type { OpenedStudy } from '../openedStudy';
import { BlindView } from './blindView';

export interface BlindPorts {
  readonly files: FilePort;
  readonly sha256: Sha256;
  readonly study: OpenedStudy;
  readonly sessions: JudgingSessions;
  readonly readEvents: (studyFolder: string) => AsyncIterable<TouchstoneEvent>;
}

interface Kept {
  readonly of: string;
  readonly catalogue: unknown;
  readonly view: BlindView;
}

/** Says that a folder was made for a rater and holds nothing that tells. */
const packageMark = 'rater.json';

/** Who judges in which study, and what they may see of it; made anew when session, study or verdicts change. */
export class BlindDesk {
  private kept: Kept | null = null;
  private changes = 0;
  private last: JudgingSession | null = null;
  private folded: { readonly of: string; readonly judged: Promise<ReadonlySet<string>> } | null = null;

  constructor(private readonly ports: BlindPorts) {}

  get study(): OpenedStudy {
    return this.ports.study;
  }

  session(studyFolder: string): Promise<JudgingSession | null> {
    return this.ports.sessions.read(studyFolder);
  }

  /** Of the folder that is meant, else of the one that is open; before one is, of whatever is judged on this machine. */
  async sessionOf(said: string | null): Promise<JudgingSession | null> {
    const { study, sessions } = this.ports;
    const folder = said ?? study.folder;
    const session = folder === null ? await sessions.any() : await sessions.read(folder);
    if (folder === null || folder === study.folder) this.last = session;
    return session;
  }

  /** A text of the app's own, as far as it may be told. */
  told(text: string): string {
    if (this.last === null) return text;
    return this.kept?.view.session.studyFolder === this.last.studyFolder ? this.kept.view.names.text(text) : '';
  }

  /** Whether somebody judged when it was looked up last. */
  get isJudging(): boolean {
    return this.last !== null;
  }

  /** A verdict was given, taken back, or may have been: what it opens is looked up anew. */
  forget(): void {
    this.changes += 1;
  }

  /** Null where nobody judges in the folder. */
  async viewOf(studyFolder: string | null): Promise<BlindView | null> {
    const session = studyFolder === null ? null : await this.sessionOf(studyFolder);
    return session && this.viewFor(session);
  }

  /** What the one of this session may see; of a study whose runs are still unread where `isSoon`. */
  async viewFor(session: JudgingSession, isSoon = false): Promise<BlindView> {
    const { files, sha256, study } = this.ports;
    const { studyFolder, rater } = session;
    const of = JSON.stringify([session, this.changes]);
    const catalogue = isSoon ? await study.soonest(studyFolder) : await study.of(studyFolder);
    if (this.kept?.of === of && this.kept.catalogue === catalogue) return this.kept.view;
    const judged = await this.judged(studyFolder, rater);
    const onScreenOnly = (await files.stat(`${studyFolder}/${packageMark}`)) === null;
    const rowsOf = study.rowsIn(catalogue);
    const parts = study.partsIn(catalogue);
    const source = { session, catalogue, rowsOf, judged, onScreenOnly, sha256 };
    const view = new BlindView({
      ...source,
      toJudge: parts.toJudge(),
      datasetOf: (instanceId) => parts.datasetOf(instanceId),
      lean: (row) => parts.lean(row),
    });
    this.kept = { of, catalogue, view };
    return view;
  }

  /** Events are folded once for each change, whatever lies on the desk. */
  private judged(studyFolder: string, rater: string): Promise<ReadonlySet<string>> {
    const of = JSON.stringify([studyFolder, rater, this.changes]);
    if (this.folded?.of !== of) this.folded = { of, judged: judgedBy(this.ports.readEvents(studyFolder), rater) };
    return this.folded.judged;
  }
}
