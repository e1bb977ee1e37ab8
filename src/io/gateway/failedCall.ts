import { errorEvent } from '../../core/run/gateway/policy/errorBody';
import type { Call, CallOutcome } from './call';
import { nothingTold } from './call';
import { ExchangeEnded, refuse } from './exchange';
import { UpstreamFault } from './httpUpstream';

/** Words of an error for agents and the record, without anything of the request in them. */
const wordsOf = (error: unknown): string =>
  error instanceof ExchangeEnded || error instanceof UpstreamFault ? error.message : 'the gateway failed';

/** Tells the agent as well as it can be told: by status, by an event in its stream, or by a cut connection. */
const tell = (call: Call, status: number, words: string, failure: string | null): void => {
  const { exchange, protocol, asked } = call;
  if (exchange.response.destroyed) return;
  if (!exchange.begun) refuse(exchange.response, protocol, { status, words, code: 'upstream' });
  else if (asked.stream) {
    exchange.response.write(`\n\n${failure ?? errorEvent(protocol, words)}`);
    exchange.end();
  } else exchange.cut();
};

/** 499: the agent hung up; 504: the time was over; 502: the provider gave no answer. */
const statusOf = (error: ExchangeEnded | UpstreamFault, call: Call): number => {
  if (call.exchange.response.destroyed) return 499;
  return error instanceof ExchangeEnded || error.timeOut ? 504 : 502;
};

/**
 * A call whose reply did not come, or not whole. Errors that aren't the agent's, the provider's or the clock's are passed on.
 * `failure`: the event of a stream that has its own words for it.
 */
export const failedCall = (
  call: Call,
  error: unknown,
  told: Partial<CallOutcome> = {},
  failure: (words: string) => string | null = () => null,
): CallOutcome => {
  if (!(error instanceof ExchangeEnded || error instanceof UpstreamFault)) throw error;
  const words = wordsOf(error);
  const status = call.exchange.begun ? call.exchange.response.statusCode : statusOf(error, call);
  tell(call, status, words, failure(words));
  return { ...nothingTold, notes: [], ...told, status, fault: words };
};

/** An answer of the provider that is none, in the agent's protocol. */
export const refusedCall = (call: Call, status: number, words: string, code = 'upstream'): CallOutcome => {
  refuse(call.exchange.response, call.protocol, { status, words, code });
  return { ...nothingTold, status, fault: words, notes: [] };
};
