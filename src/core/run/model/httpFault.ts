import { timeText } from '../../shared/timeText';
import { textAt, valueAt } from '../trajectory/fields';
import { ModelFault, type ModelFaultKind } from './modelProvider';
import { withoutKeys } from './redact';

/** An answer that is none, as it came over HTTP. */
export interface HttpRefusal {
  readonly status: number;
  /** The body, parsed where it is JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly retryAfterMs: string | null;
}

/** Whom we asked: for words. `keys` are taken out of them. */
export interface AskedWhom {
  readonly model: string;
  /** Scheme, host and path. */
  readonly address: string;
  readonly keyName: string | null;
  readonly keys: readonly string[];
}

const mostDetail = 600;

/** What a provider says of its refusal, in whatever shape: one line, shortened, without keys. */
export const refusalText = (body: unknown, keys: readonly string[]): string => {
  const said =
    textAt(body, 'error', 'message') ??
    textAt(body, 'message') ??
    textAt(body, 'detail') ??
    textAt(body, 'error') ??
    (typeof body === 'string' ? body : body === null || body === undefined ? '' : JSON.stringify(body));
  const line = withoutKeys(said, keys).replace(/\s+/g, ' ').trim();
  return line.length > mostDetail ? `${line.slice(0, mostDetail)}...` : line;
};

const contextWords =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? the (?:available )?context|input (?:is )?too long|reduce the length|exceed_context_size/i;

const noMoneyWords = /insufficient_quota|billing|credit balance|payment required|insufficient credits/i;

/** Which kind a refusal is, by its status and, where that isn't enough, by the provider's words. */
export const refusalKind = (status: number, body: unknown): ModelFaultKind => {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not-found';
  if (status === 402 || (status === 429 && noMoneyWords.test(text))) return 'refused';
  if (status === 429) return 'rate-limit';
  if ((status === 400 || status === 413 || status === 422 || status === 500) && contextWords.test(text))
    return 'context';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'server';
  return 'refused';
};

const advice = (kind: ModelFaultKind, { model, keyName, address }: AskedWhom): string => {
  if (kind === 'auth') {
    if (keyName === null) return 'The models file names no key for it: add key: NAME_OF_THE_VARIABLE.';
    return `Look whether the key in ${keyName} is right and may use ${model}.`;
  }
  if (kind === 'not-found') return `Look at model (${model}) and baseUrl (${address}) in the models file.`;
  if (kind === 'context') return 'The conversation is longer than the model takes.';
  return '';
};

/** How long it wants to be left alone, where that is said. */
const waitWords = (waitMs: number | null): string =>
  waitMs === null || waitMs < 1000 ? '' : `It asks to wait ${timeText(waitMs)}.`;

const kindWords: Readonly<Partial<Record<ModelFaultKind, string>>> = {
  auth: "doesn't accept the key",
  'not-found': "doesn't know what was asked for",
  context: 'finds the conversation too long',
  'rate-limit': 'is asked too often',
  server: 'failed',
  refused: 'refused the request',
};

/** Milliseconds that a provider asks to wait: seconds or a date in `Retry-After`, or OpenAI's `retry-after-ms`. */
export const retryAfterMs = (
  { retryAfter, retryAfterMs: exact }: Pick<HttpRefusal, 'retryAfter' | 'retryAfterMs'>,
  now: number,
): number | null => {
  const milliseconds = exact === null || exact.trim() === '' ? Number.NaN : Number(exact);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(wait) && wait >= 0 ? wait : null;
};

/** A refusal as the fault that it is: who refused, what it said, what to do. `now`: milliseconds since 1970. */
export const httpFault = (refusal: HttpRefusal, whom: AskedWhom, now: number): ModelFault => {
  const kind = refusalKind(refusal.status, refusal.body);
  const said = refusalText(refusal.body, whom.keys);
  const isMoved = refusal.status >= 300 && refusal.status < 400;
  const words = isMoved ? 'answers from another address, which is not followed' : (kindWords[kind] ?? 'failed');
  const parts = [`${whom.address} ${words} (HTTP ${refusal.status})${said === '' ? '.' : `: ${said}`}`];
  const waitMs = retryAfterMs(refusal, now);
  const ownTip = kind === 'rate-limit' ? waitWords(waitMs) : advice(kind, whom);
  const tip = isMoved ? 'Write the right baseUrl into the models file.' : ownTip;
  if (tip !== '') parts.push(tip);
  return new ModelFault(kind, withoutKeys(parts.join(' '), whom.keys), refusal.status, waitMs);
};

/** The code that a provider gives for an error inside a stream that began well, as a status; 500 where it is a word. */
export const statusInStream = (error: unknown): number => {
  const code = valueAt(error, 'code') ?? valueAt(error, 'status');
  const type = textAt(error, 'type') ?? textAt(error, 'code') ?? '';
  if (typeof code === 'number' && code >= 400 && code < 600) return code;
  if (/rate_limit/.test(type)) return 429;
  if (/overloaded/.test(type)) return 529;
  if (/authentication|permission/.test(type)) return 401;
  return /invalid_request/.test(type) ? 400 : 500;
};
