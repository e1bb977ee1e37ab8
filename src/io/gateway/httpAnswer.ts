import type { GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import { parsedJson } from '../../core/run/gateway/gatewayJson';
import { headersDown, headersUp } from '../../core/run/gateway/policy/headers';
import { planFor, upstreamAddress } from '../../core/run/gateway/policy/plan';
import { preparedBody } from '../../core/run/gateway/policy/preparedBody';
import { ChatDeltas } from '../../core/run/gateway/translate/chatDeltas';
import type { Translation } from '../../core/run/gateway/translate/translation';
import { refusalText } from '../../core/run/model/httpFault';
import { withoutKeys } from '../../core/run/model/redact';
import { textAt } from '../../core/run/trajectory/fields';
import type { Call, CallOutcome, OpenUpstream } from './call';
import { nothingTold } from './call';
import { failedCall, refusedCall } from './failedCall';
import type { GatewayBounds, GatewayUpstream } from './gatewayOptions';
import { HttpUpstream, providerUrl, type UpstreamAnswer } from './httpUpstream';
import { KeyGuard } from './keyGuard';
import { passThrough } from './passThrough';
import { translatedStream, translatedWhole } from './translatedCall';
import { newReplyHead, translationOf, writerFor } from './translations';

const mostErrorBytes = 1024 ** 2;

/** A refusal's text is short; what is more of it is left unread. */
const errorText = async (answer: UpstreamAnswer): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of answer.body) {
    parts.push(bytes);
    size += bytes.length;
    if (size > mostErrorBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
};

type HttpOptions = Extract<GatewayUpstream, { readonly kind: 'http' }>;

/** A provider's server as the gateway's upstream. */
export class HttpAnswer implements OpenUpstream {
  readonly #server: HttpUpstream;
  readonly #url: URL;

  constructor(
    private readonly options: HttpOptions,
    private readonly model: string,
    private readonly bounds: GatewayBounds,
  ) {
    this.#url = providerUrl(options.baseUrl);
    this.#server = new HttpUpstream(this.#url, bounds);
  }

  async answer(call: Call): Promise<CallOutcome> {
    const plan = planFor(call.protocol, this.options.speaks);
    if (plan.kind === 'pass') return this.#pass(call);
    if (plan.kind === 'refuse') return refusedCall(call, 400, plan.words, 'unsupported_protocol');
    if (call.path.endsWith('/count_tokens'))
      return refusedCall(call, 404, 'The model of this run counts no tokens beforehand.', 'not_found');
    const translation = call.exchange.own(() => translationOf(call.protocol, call.asked.body));
    if (typeof translation === 'string') return refusedCall(call, 400, translation, 'invalid_request');
    const outcome = await this.#translate(call, translation);
    return { ...outcome, notes: [...translation.notes, ...outcome.notes] };
  }

  close(): void {
    this.#server.close();
  }

  async #pass(call: Call): Promise<CallOutcome> {
    const counts = call.path.endsWith('/count_tokens');
    const params = counts ? {} : (this.options.params ?? {});
    const prepared = call.exchange.own(() => preparedBody(call.protocol, call.asked, this.model, params));
    const answer = await this.#post(call, call.protocol, call.path, prepared.text);
    if (!('body' in answer)) return answer;
    const { dropUsageChunk } = prepared;
    const options = { dropUsageChunk, mostBytes: this.bounds.replyBytes };
    const outcome = await passThrough(call, answer, new KeyGuard(this.options.key), options);
    return { ...outcome, notes: [...prepared.notes, ...outcome.notes] };
  }

  async #translate(call: Call, translation: Translation): Promise<CallOutcome> {
    const { stream } = call.asked;
    const { messages, tools, params } = translation;
    const text = JSON.stringify({
      ...params,
      ...this.options.params,
      model: this.model,
      messages,
      ...(tools.length === 0 ? {} : { tools }),
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    });
    const answer = await this.#post(call, 'chat', '/chat/completions', text);
    if (!('body' in answer)) return answer;
    const head = newReplyHead(this.model);
    const deltas = new ChatDeltas(head.id);
    const writer = writerFor(call, translation.names, head, null);
    const guard = new KeyGuard(this.options.key);
    return stream
      ? translatedStream(call, answer, guard, { deltas, writer })
      : translatedWhole(call, answer, guard, { deltas, writer, mostBytes: this.bounds.replyBytes });
  }

  /** The answer, or what came of the call where it was none; the agent has been told then. */
  async #post(
    call: Call,
    protocol: GatewayProtocol,
    path: string,
    text: string,
  ): Promise<UpstreamAnswer | CallOutcome> {
    const { key, baseUrl } = this.options;
    const address = upstreamAddress(baseUrl, path);
    const headers = headersUp(protocol, call.headers, key === null ? null : { key, host: this.#url.hostname });
    try {
      const answer = await this.#server.post(address, headers, text, call.exchange.signal);
      return answer.status >= 200 && answer.status < 300 ? answer : await this.#refused(call, answer, protocol);
    } catch (error) {
      return failedCall(call, error);
    }
  }

  /** A provider's error goes on as it is where its protocol is the agent's, without anything that looks like a key. */
  async #refused(call: Call, answer: UpstreamAnswer, protocol: GatewayProtocol): Promise<CallOutcome> {
    const { status, headers } = answer;
    const text = withoutKeys(await errorText(answer), this.options.key === null ? [] : [this.options.key]);
    call.exchange.firstByte();
    await call.reply.add(Buffer.from(text));
    if (status < 400) return refusedCall(call, 502, `The provider answered ${status}, which leads elsewhere.`);
    const said = refusalText(parsedJson(text) ?? text, []) || 'nothing';
    const fault = `the provider answered ${status}: ${said}`;
    if (protocol !== call.protocol) refusedCall(call, status, said, errorCode(text));
    else {
      call.exchange.begin(status, { ...headersDown(headers), 'content-length': String(Buffer.byteLength(text)) });
      call.exchange.response.end(text);
    }
    return { ...nothingTold, status, fault, notes: [] };
  }
}

/** What programs tell errors apart by: a conversation that is too long above all. */
const errorCode = (text: string): string => {
  const body = parsedJson(text);
  return textAt(body, 'error', 'code') ?? textAt(body, 'error', 'type') ?? 'upstream';
};
