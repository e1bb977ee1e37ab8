import type { VerdictPorts } from '../app/recordVerdictPorts';
import { version } from '../core/shared/version';
import { systemClock } from '../io/jobs/systemClock';
import { cacheFolder, hostId } from '../io/store/cacheFolder';
import { openDraftStore } from '../io/store/draftStore';
import { EventWriter } from '../io/store/eventWriter';
import { readEvents } from '../io/store/readEvents';
import { sha256 } from '../io/store/sha256';
import { openTextStore } from '../io/store/textStore';

const tool = `touchstone/${version}`;

/** The stores of each study and rater that this process writes for; one writer for each chain, opened once. */
export class VerdictStores {
  private readonly open = new Map<string, Promise<VerdictPorts>>();

  of(root: string, study: string, rater: string): Promise<VerdictPorts> {
    const key = JSON.stringify([root, study, rater]);
    const ports = this.open.get(key) ?? this.make(root, study, rater);
    this.open.set(key, ports);
    ports.catch(() => this.open.delete(key));
    return ports;
  }

  private async make(root: string, study: string, rater: string): Promise<VerdictPorts> {
    const cache = cacheFolder();
    const host = await hostId(cache);
    return {
      events: new EventWriter({ root, study, rater, host, tool, clock: systemClock }),
      texts: openTextStore(root, study),
      drafts: openDraftStore(cache, root, rater),
      readEvents: () => readEvents(root),
      sha256,
    };
  }
}
