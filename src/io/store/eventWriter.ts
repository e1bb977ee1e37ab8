import { statSync } from 'node:fs';
import { type FileHandle, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { eventVersion, sealEvent, type TouchstoneEvent } from '../../core/review/events/event';
import type { EventLog, EventToSave } from '../../core/review/stores';
import type { Clock } from '../../core/shared/clock';
import { appendLine, type ChainEnd, openForAppend, readChainEnd } from './chainFile';
import { type DeviceSlot, takeDeviceSlot } from './deviceSlot';
import { sha256 } from './sha256';
import { notSaved } from './storeFault';
import { type StudyPaths, studyPaths } from './studyPaths';

/** Ids of one process rise even within a millisecond. */
const nextId = monotonicFactory();

export interface WriterOptions {
  /** Folder of the study. */
  readonly root: string;
  readonly study: string;
  /** Pseudonym. */
  readonly rater: string;
  /** See `hostId`. */
  readonly host: string;
  /** For example `touchstone/0.1.0`. */
  readonly tool: string;
  readonly clock: Pick<Clock, 'now'>;
}

interface OpenChain {
  readonly slot: DeviceSlot;
  readonly path: string;
  readonly handle: FileHandle;
  readonly inode: number;
  end: ChainEnd;
}

/** Files that go with the events: git leaves their bytes alone, and locks stay out of it. */
const writeCompanions = async (paths: StudyPaths): Promise<void> => {
  await mkdir(paths.private, { recursive: true });
  await writeFile(join(paths.private, '.gitignore'), '*\n');
  const attributes = join(paths.touchstone, '.gitattributes');
  const before = await readFile(attributes, 'utf8').catch(() => '');
  const lines = before.split(/\r?\n/);
  const wanted = ['*.jsonl -text', '**/text/* -text'].filter((line) => !lines.includes(line));
  if (wanted.length === 0) return;
  const joint = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeFile(attributes, `${before}${joint}${wanted.join('\n')}\n`);
};

/** One rater's chain on this device: the only writer of its file, one event after the other. */
export class EventWriter implements EventLog {
  private chain: OpenChain | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly paths: StudyPaths;

  constructor(private readonly options: WriterOptions) {
    this.paths = studyPaths(options.root, options.study);
  }

  /**
   * Writes one event. Resolves only once its bytes are on the disk (fsync); rejects with an EnvironmentFault that says
   * "Not saved", in which case nothing of the event is in the file.
   */
  append(event: EventToSave): Promise<TouchstoneEvent> {
    const saved = this.queue.then(() => this.save(event));
    this.queue = saved.catch(() => undefined);
    return saved;
  }

  /** Waits for what is being written and gives the slot back. */
  async close(): Promise<void> {
    await this.queue;
    await this.drop();
  }

  private async save({ id, type, body }: EventToSave): Promise<TouchstoneEvent> {
    try {
      const chain = await this.current();
      const { study, rater, tool, clock } = this.options;
      const { seq, hash } = chain.end;
      const { event, line } = sealEvent(
        {
          ...{ v: eventVersion, id: id ?? nextId(), study, rater, device: chain.slot.device, seq: seq + 1, prev: hash },
          ...{ ts: clock.now(), tool, type, body: body as Record<string, unknown> },
        },
        sha256,
      );
      const size = await appendLine(chain.handle, line, chain.end);
      chain.end = { seq: event.seq, hash: event.hash, size, whole: true };
      return event;
    } catch (error) {
      await this.drop();
      throw notSaved(error, this.paths.base);
    }
  }

  /** The open chain, or a new one where the lock was lost or another program (git) changed the file below us. */
  private async current(): Promise<OpenChain> {
    const { chain } = this;
    if (chain) {
      const found = statSync(chain.path, { throwIfNoEntry: false });
      const same = found?.size === chain.end.size && found.ino === chain.inode;
      if (same && (await chain.slot.stillHeld())) return chain;
      await this.drop();
    }
    this.chain = await this.open();
    return this.chain;
  }

  private async open(): Promise<OpenChain> {
    const { rater, host } = this.options;
    await writeCompanions(this.paths);
    const readable = (device: string) =>
      readChainEnd(this.paths.eventFile(rater, device)).then(
        () => true,
        () => false,
      );
    const slot = await takeDeviceSlot(join(this.paths.private, 'locks', rater), host, readable);
    const path = this.paths.eventFile(rater, slot.device);
    try {
      const end = await readChainEnd(path);
      const handle = await openForAppend(path);
      const { ino } = await handle.stat();
      return { slot, path, handle, inode: ino, end };
    } catch (error) {
      await slot.release();
      throw error;
    }
  }

  private async drop(): Promise<void> {
    const { chain } = this;
    this.chain = null;
    await chain?.handle.close().catch(() => undefined);
    await chain?.slot.release().catch(() => undefined);
  }
}
