import type { Sha256 } from '../../../shared/hash';
import type { ChatRequest } from '../chat';
import { ModelFault } from '../modelProvider';
import { type ModelRecord, type ReplayedCall, type RequestKey, requestKey } from './readRecord';

const keyText = ({ messages, tools }: RequestKey): string => JSON.stringify([messages, tools]);

const sharedLength = (a: readonly string[], b: readonly string[]): number => {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
};

/**
 * Answers out of a record: the same request gets the same reply, and where it was asked several times the replies come
 * in their order. Tries that failed are passed over where a later one was answered.
 */
export class Replay {
  readonly #answers = new Map<string, ReplayedCall[]>();
  readonly #given = new Map<string, number>();

  constructor(
    private readonly record: ModelRecord,
    private readonly sha256: Sha256,
  ) {
    for (const call of record.calls) {
      const key = keyText(call);
      const before = this.#answers.get(key) ?? [];
      this.#answers.set(key, [...before.filter(({ response }) => response !== null), call]);
    }
  }

  /** Throws ModelFault (`refused`) where the record has no answer, saying where the request parts from it. */
  answer(request: ChatRequest): ReplayedCall {
    const asked = requestKey(request, this.sha256);
    const key = keyText(asked);
    const answers = this.#answers.get(key) ?? [];
    const number = this.#given.get(key) ?? 0;
    const found = answers[number];
    if (answers.length === 0) throw this.#fault(this.#partingText(asked, request));
    if (found === undefined) {
      const times = answers.length === 1 ? 'once' : `${answers.length} times`;
      throw this.#fault(`The record has this request ${times}, and it was asked once more.`);
    }
    this.#given.set(key, number + 1);
    return found;
  }

  #fault(text: string): ModelFault {
    return new ModelFault('refused', `${this.record.path}: ${text}`);
  }

  #partingText(asked: RequestKey, request: ChatRequest): string {
    const nearest = this.#nearestTo(asked);
    if (nearest === null) return 'The record holds no call.';
    const at = `The nearest is the call of line ${nearest.line}`;
    const shared = sharedLength(nearest.messages, asked.messages);
    const isWhole = shared === asked.messages.length && shared === nearest.messages.length;
    if (!isWhole) return `This request isn't in the record. ${at}: ${this.#differenceText(shared, nearest, request)}`;
    return `This request isn't in the record. ${at}, which has the same messages and other tools.`;
  }

  /** The call that shares the most messages; of several one that shows what differs, and then the shortest. */
  #nearestTo(asked: RequestKey): ReplayedCall | null {
    const rank = (call: ReplayedCall): readonly number[] => {
      const shared = sharedLength(call.messages, asked.messages);
      return [shared, call.messages.length > shared ? 1 : 0, -call.messages.length];
    };
    let best: { readonly call: ReplayedCall; readonly rank: readonly number[] } | null = null;
    for (const call of this.record.calls) {
      const own = rank(call);
      const at = best === null ? 0 : own.findIndex((value, index) => value !== best?.rank[index]);
      if (best === null || (at >= 0 && (own[at] ?? 0) > (best.rank[at] ?? 0))) best = { call, rank: own };
    }
    return best?.call ?? null;
  }

  #differenceText(at: number, call: ReplayedCall, request: ChatRequest): string {
    const now = request.messages[at];
    const then = this.record.messages.get(call.messages[at] ?? '');
    const place = `message ${at + 1}`;
    if (now === undefined) return `it has ${call.messages.length} messages, and this one ends after ${at}.`;
    if (call.messages[at] === undefined) return `it ends after ${at} messages, and this one goes on.`;
    if (then === undefined) return `${place} (${now.role}) differs.`;
    if (then.role !== now.role) return `${place} is from ${then.role} there and from ${now.role} here.`;
    return `${place} (${now.role}) differs: ${differing(JSON.stringify(then), JSON.stringify(now))}`;
  }
}

/** Where two texts part, with what stands there. */
const differing = (then: string, now: string): string => {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  const from = Math.max(0, at - 20);
  const piece = (text: string): string => JSON.stringify(text.slice(from, at + 60));
  return `there ${piece(then)}, here ${piece(now)}.`;
};
