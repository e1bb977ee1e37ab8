import type { AskedReply, AttemptModel } from '../../core/run/agent/attempt';
import { ChatDeltas } from '../../core/run/gateway/translate/chatDeltas';
import { ModelFault, type ModelFaultKind } from '../../core/run/model/modelProvider';
import type { Call, CallOutcome, OpenUpstream } from './call';
import { nothingTold } from './call';
import { ExchangeEnded, refuse } from './exchange';
import { failedCall, refusedCall } from './failedCall';
import type { GatewayBounds } from './gatewayOptions';
import { UpstreamFault } from './httpUpstream';
import { writeWhole } from './translatedCall';
import { newReplyHead, translationOf, writerFor } from './translations';

const statuses: Readonly<Record<ModelFaultKind, number>> = {
  auth: 401,
  'not-found': 404,
  context: 400,
  refused: 400,
  'rate-limit': 429,
  server: 502,
  network: 502,
  'time-out': 504,
  'bad-reply': 502,
};

const codeOf = (kind: ModelFaultKind): string => (kind === 'context' ? 'context_length_exceeded' : kind);

/** A model of ours as the gateway's upstream: it was asked again already where that helps, so the agent needn't. */
export class ProviderAnswer implements OpenUpstream {
  constructor(
    private readonly model: AttemptModel,
    private readonly bounds: GatewayBounds,
  ) {}

  async answer(call: Call): Promise<CallOutcome> {
    if (call.path.endsWith('/count_tokens'))
      return refusedCall(call, 404, 'The model of this run counts no tokens beforehand.', 'not_found');
    const translation = call.exchange.own(() => translationOf(call.protocol, call.asked.body));
    if (typeof translation === 'string') return refusedCall(call, 400, translation, 'invalid_request');
    const { messages, tools, params, names, notes } = translation;
    try {
      const { signal } = call.exchange;
      const reply = await this.model.ask(messages, tools, { params, signal, timeoutMs: this.bounds.callMs });
      call.exchange.firstByte();
      await call.reply.add(Buffer.from(JSON.stringify(reply.response)));
      const head = newReplyHead(this.model.name);
      const writing = { deltas: new ChatDeltas(head.id), writer: writerFor(call, names, head, reply.response) };
      call.exchange.own(() => writeWhole(call, reply.response, writing));
      return { ...this.#told(reply), notes };
    } catch (error) {
      return { ...this.#failed(call, error), notes };
    }
  }

  close(): void {}

  #told({ usage, costUsd }: AskedReply): CallOutcome {
    return { usage, reportedUsd: null, costUsd, status: 200, fault: null, notes: [] };
  }

  #failed(call: Call, error: unknown): CallOutcome {
    if (error instanceof ExchangeEnded || error instanceof UpstreamFault) return failedCall(call, error);
    if (!(error instanceof ModelFault)) throw error;
    const status = statuses[error.kind];
    const headers = { 'x-should-retry': 'false' };
    refuse(call.exchange.response, call.protocol, { status, words: error.message, code: codeOf(error.kind), headers });
    return { ...nothingTold, status, fault: error.message, notes: [] };
  }
}
