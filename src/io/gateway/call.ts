import type { GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import type { AskedBody } from '../../core/run/gateway/policy/preparedBody';
import type { ToldUsage } from '../../core/run/gateway/usage/streamEnd';
import type { ReplyRecord } from './callRecord';
import type { Exchange } from './exchange';

/** A request on its way to the model. */
export interface Call {
  readonly protocol: GatewayProtocol;
  /** `/chat/completions`, `/messages/count_tokens`. */
  readonly path: string;
  readonly asked: AskedBody;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly exchange: Exchange;
  readonly reply: ReplyRecord;
}

/** What came of it. */
export interface CallOutcome extends ToldUsage {
  /** HTTP status that the agent got; 0: it got none. */
  readonly status: number;
  /** Where it isn't computed from tokens and prices. */
  readonly costUsd?: number | null;
  readonly fault: string | null;
  readonly notes: readonly string[];
}

/** Where requests go, opened. */
export interface OpenUpstream {
  /** Asks and answers the agent. Throws only what is nobody's fault but ours. */
  answer(call: Call): Promise<CallOutcome>;
  close(): void;
}

export const nothingTold: ToldUsage = { usage: null, reportedUsd: null };
