import { eventVersion, noPrevious, sealEvent, type TouchstoneEvent } from '../../src/core/review/events/event';
import type { Draft, ReviewStore } from '../../src/core/review/stores';
import { sha256 } from '../../src/io/store/sha256';

/** One study kept in memory, as a server would keep it: whoever asks for a store of it sees the same events. */
export class MemoryStudy {
  readonly chains = new Map<string, TouchstoneEvent[]>();
  readonly texts = new Map<string, string>();
  private made = 0;

  constructor(private readonly study: string) {}

  of(rater: string, now: () => string): ReviewStore {
    const device = `mem-${String(++this.made).padStart(2, '0')}`;
    const chain: TouchstoneEvent[] = [];
    this.chains.set(`.touchstone/${this.study}/events/${rater}/${device}.jsonl`, chain);
    const drafts = new Map<string, Draft>();
    const { chains, texts, study } = this;
    return {
      events: {
        append: async ({ id, type, body }) => {
          const last = chain.at(-1);
          const { event } = sealEvent(
            {
              ...{
                v: eventVersion,
                id: id ?? `${rater}-${device}-${chain.length}`,
                study,
                rater,
                device,
                tool: 'test',
              },
              ...{ seq: chain.length + 1, prev: last?.hash ?? noPrevious, ts: now(), type },
              body: JSON.parse(JSON.stringify(body)) as Record<string, unknown>,
            },
            sha256,
          );
          chain.push(event);
          return event;
        },
        close: async () => undefined,
      },
      texts: {
        prepare: (words) => ({ ref: { text: sha256(`${texts.size} ${Math.random()} ${words}`) }, words }),
        save: async (prepared) => {
          for (const { ref, words } of prepared) texts.set(ref.text, words);
        },
        read: async ({ text }) => texts.get(text) ?? null,
        erase: async (names) => {
          for (const name of names) texts.delete(name);
        },
      },
      drafts: {
        read: async (presentation) => drafts.get(presentation) ?? null,
        save: async (presentation, draft) => void drafts.set(presentation, draft),
        drop: async (presentation) => void drafts.delete(presentation),
      },
      readEvents: async function* () {
        for (const events of chains.values()) yield* events;
      },
      heads: async () =>
        [...chains].flatMap(([file, events]) => {
          const last = events.at(-1);
          return last ? [{ file, rater: last.rater, seq: last.seq, hash: last.hash }] : [];
        }),
    };
  }
}
