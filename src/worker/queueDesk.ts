import { queueFacts, type SuspicionPorts, suspicionsOfRow, waitsFor } from '../app/queueGather';
import type { Sha256 } from '../core/shared/hash';
import type { InstanceRun } from '../core/study/instanceRuns';
import { type DrawnItem, drawQueue } from '../core/study/queues/drawQueue';
import { type QueueFacts, type QueueId, queueIds, standsIn } from '../core/study/queues/queueFacts';
import type { QueuesApi } from '../protocol/queues';
import type { JudgesDesk } from './judgesApi';
import type { OpenedStudy } from './openedStudy';

export interface QueuePorts extends SuspicionPorts {
  readonly study: OpenedStudy;
  readonly judges: JudgesDesk;
  readonly sha256: Sha256;
}

/** Which items, of all that a study has to be judged. */
export interface QueueWish {
  readonly studyFolder: string;
  readonly queue: QueueId;
  readonly mix: number;
}

/** What is known of predictions, gathered once for each state of study and verdicts; patches are compared when asked for. */
export class QueueDesk {
  private kept: { readonly of: unknown; readonly people: unknown; readonly facts: readonly QueueFacts[] } | null = null;
  private readonly suspicions = new Map<string, Promise<readonly string[]>>();

  constructor(private readonly ports: QueuePorts) {}

  /** The items of a queue in their order, whoever has judged them. */
  async drawn({ studyFolder, queue, mix }: QueueWish): Promise<readonly DrawnItem[]> {
    const { study, sha256 } = this.ports;
    const catalogue = await study.of(studyFolder);
    const facts = queue === 'suspicious' ? await this.suspected(studyFolder) : await this.facts(studyFolder);
    return drawQueue(facts, { queue, mix, seed: String(catalogue.seed ?? catalogue.studyId), sha256 });
  }

  /** With which probability an item is in the queue; null: it isn't. */
  async probabilityOf(wish: QueueWish, instanceId: string, runId: string): Promise<number | null> {
    const found = (await this.drawn(wish)).find(({ row }) => row.instanceId === instanceId && row.runId === runId);
    return found?.probability ?? null;
  }

  async countsFor(studyFolder: string, isWaiting: (row: InstanceRun) => boolean) {
    const facts = (await this.suspected(studyFolder)).filter(({ row }) => isWaiting(row));
    return queueIds.map((id) => ({ id, waiting: facts.filter((each) => standsIn(id, each)).length }));
  }

  private async facts(studyFolder: string): Promise<readonly QueueFacts[]> {
    const { study, judges } = this.ports;
    const [of, people] = [await study.parts(studyFolder), await study.people(studyFolder)];
    if (this.kept?.of !== of || this.kept.people !== people)
      this.kept = { of, people, facts: queueFacts(of.toJudge(), people, await judges.of(studyFolder)) };
    return this.kept.facts;
  }

  /** The same with what speaks against those that pass. */
  private async suspected(studyFolder: string): Promise<readonly QueueFacts[]> {
    const parts = await this.ports.study.parts(studyFolder);
    const all: QueueFacts[] = [];
    for (const facts of await this.facts(studyFolder))
      all.push({ ...facts, suspicions: await this.suspicionsOf(facts.row, parts.datasetOf(facts.row.instanceId)) });
    return all;
  }

  /** Kept by content; a text that can't be read is asked for again. */
  private suspicionsOf(row: InstanceRun, datasetPath: string | null): Promise<readonly string[]> {
    const key = JSON.stringify([datasetPath, row.instanceId, row.patchHash, row.outcome?.kind ?? null]);
    const known = this.suspicions.get(key);
    if (known) return known;
    const asked = suspicionsOfRow(this.ports, row, datasetPath).catch(() => {
      this.suspicions.delete(key);
      return [];
    });
    this.suspicions.set(key, asked);
    return asked;
  }
}

/** How many wait in each queue. */
export const queuesApi = (desk: QueueDesk, study: OpenedStudy): QueuesApi => ({
  queues: async ({ studyFolder, rater }) =>
    desk.countsFor(studyFolder, waitsFor(await study.people(studyFolder), rater)),
});
