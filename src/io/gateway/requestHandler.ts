import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayCall } from '../../core/run/gateway/gatewayCount';
import { modelList } from '../../core/run/gateway/policy/modelList';
import { type AskedBody, readAskedBody } from '../../core/run/gateway/policy/preparedBody';
import { type Route, routeOf } from '../../core/run/gateway/policy/route';
import type { CallRole } from '../../core/run/gateway/roles/callRoles';
import { costOf } from '../../core/run/model/price';
import type { Usage } from '../../core/run/trajectory/step';
import type { CallOutcome, OpenUpstream } from './call';
import type { CallLedger } from './callLedger';
import { type CallRecord, ReplyRecord } from './callRecord';
import { Exchange, refuse } from './exchange';
import type { GatewayBounds, GatewayOptions } from './gatewayOptions';
import { readRequestBody } from './requestBody';

type AskRoute = Extract<Route, { readonly kind: 'ask' | 'count-tokens' }>;

/** A count of tokens is asked of no model: it takes none and costs nothing. */
const noTokens: Usage = { prompt: 0, cached: 0, cacheWrite: 0, completion: 0, reasoning: 0 };

const ownTrouble = { status: 500, code: 'gateway', headers: { 'x-should-retry': 'false' } };

/** What all requests of one gateway share. */
export interface HandlerParts {
  readonly options: GatewayOptions;
  readonly bounds: GatewayBounds;
  readonly upstream: OpenUpstream;
  readonly ledger: CallLedger;
  readonly record: CallRecord;
  /** Exchanges that are under way. */
  readonly open: Set<Exchange>;
}

/** Answers requests: where they go, whether they may, who asks, what it took. */
export class RequestHandler {
  constructor(private readonly parts: HandlerParts) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders } = request;
    const route = routeOf({ method, url, rawHeaders });
    if (route.kind === 'refused') return this.#refused(response, route, url);
    if (route.kind === 'models') return this.#models(response, route.protocol);
    const { record, bounds } = this.parts;
    if (record.fault !== null) return refuse(response, route.protocol, { ...ownTrouble, words: record.fault.message });
    const text = await readRequestBody(request, bounds.requestBytes);
    const asked = typeof text === 'string' ? readAskedBody(text) : text;
    if (typeof asked === 'string' || 'words' in asked) {
      const { status, words } = typeof asked === 'string' ? { status: 400, words: asked } : asked;
      const headers = { 'x-should-retry': 'false', connection: 'close' };
      return refuse(response, route.protocol, { status, words, code: 'invalid_request', headers });
    }
    return this.#ask(request, response, route, asked);
  }

  async #refused(response: ServerResponse, route: Extract<Route, { kind: 'refused' }>, url: string): Promise<void> {
    const { protocol, status, words } = route;
    refuse(response, protocol, { status, words, code: 'not_found', headers: { 'x-should-retry': 'false' } });
    await this.parts.record.line({ kind: 'refused', status, url: url.slice(0, 500), words });
  }

  #models(response: ServerResponse, protocol: Route['protocol']): void {
    const body = JSON.stringify(modelList(protocol, this.parts.options.model));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) });
    response.end(body);
  }

  #roleOf(route: AskRoute, asked: AskedBody, headers: IncomingMessage['headers']): CallRole {
    if (route.kind === 'count-tokens') return { role: 'side', why: 'counts tokens' };
    const { body, askedModel } = asked;
    return this.parts.ledger.roleOf({ protocol: route.protocol, body, headers, askedModel });
  }

  async #ask(request: IncomingMessage, response: ServerResponse, route: AskRoute, asked: AskedBody): Promise<void> {
    const { ledger, bounds, record, open } = this.parts;
    const role = this.#roleOf(route, asked, request.headers);
    if (await this.#keptOut(response, route, role)) return;
    const admitted = ledger.admit(role);
    const exchange = new Exchange(response, bounds.callMs);
    open.add(exchange);
    const { number } = admitted;
    const { protocol, path } = route;
    const reply = new ReplyRecord(record, number, bounds.replyBytes);
    let outcome: CallOutcome = { usage: null, reportedUsd: null, status: 500, fault: 'the gateway failed', notes: [] };
    try {
      const call = { protocol, path, asked, headers: request.headers, exchange, reply };
      const answering = this.parts.upstream.answer(call);
      // Written while the model is asked, so that nobody waits for it; a reply can't come before this line.
      const writing = record.line({
        kind: 'request',
        number,
        at: new Date().toISOString(),
        protocol,
        path,
        body: asked.text,
      });
      [outcome] = await Promise.all([answering, writing]);
    } finally {
      exchange.close();
      open.delete(exchange);
      await this.#done(route, asked, { ...admitted, ...outcome }, exchange, reply);
    }
  }

  /** Answers a request that may not be asked; true: it was one. */
  async #keptOut(response: ServerResponse, route: AskRoute, { role }: CallRole): Promise<boolean> {
    const { ledger, bounds, record } = this.parts;
    const limit = ledger.limit(role);
    const full = ledger.underWay >= bounds.atOnce;
    if (limit === null && !full) return false;
    const words = limit?.words ?? `No more than ${bounds.atOnce} requests are answered at the same time.`;
    const code = limit === null ? 'too_many_requests' : `limit_${limit.kind}`;
    const headers = limit === null ? { 'retry-after': '1' } : { 'x-should-retry': 'false' };
    refuse(response, route.protocol, { status: 429, words, code, headers });
    await record.line({ kind: 'refused', status: 429, role, words });
    return true;
  }

  async #done(
    route: AskRoute,
    asked: AskedBody,
    ended: CallOutcome & CallRole & { readonly number: number },
    exchange: Exchange,
    reply: ReplyRecord,
  ): Promise<void> {
    const { number, role, why, status, fault, notes, reportedUsd } = ended;
    const { options, ledger, record } = this.parts;
    const usage = route.kind === 'count-tokens' && status === 200 ? noTokens : ended.usage;
    const computed = route.kind === 'count-tokens' ? 0 : (reportedUsd ?? costOf(usage, options.prices));
    const costUsd = ended.costUsd === undefined ? computed : ended.costUsd;
    const counts = { usage, costUsd, ...exchange.times, fault };
    const names = { askedModel: asked.askedModel, model: options.model };
    const call: GatewayCall = { number, protocol: route.protocol, role, why, ...names, status, ...counts };
    ledger.done(call);
    const kept = await reply.end();
    await record.line({ kind: 'call', ...call, notes, replyBytes: kept.bytes, droppedBytes: kept.droppedBytes });
    options.onCall?.(call);
  }
}
