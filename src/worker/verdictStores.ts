import { checkpoint } from '../app/checkpoint';
import type { VerdictPorts } from '../app/recordVerdictPorts';
import { openReviewStore } from '../io/store/openReviewStore';
import { sha256 } from '../io/store/sha256';

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

  /** A rater's session begins by writing down where the others' chains end. That it can't is said when a verdict can't. */
  private async make(root: string, study: string, rater: string): Promise<VerdictPorts> {
    const ports = { ...(await openReviewStore(root, study, rater)), sha256 };
    await checkpoint(ports, rater).catch(() => null);
    return ports;
  }
}
