import type { GatewayProtocol } from '../gatewayCount';
import { sseText } from '../sse/sseEvent';

const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const openaiType = (status: number): string => {
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
};

const anthropicError = (status: number, words: string) => ({
  type: 'error',
  error: {
    type: anthropicTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
    message: words,
  },
});

/** The body of an answer that is none, as agents of that protocol expect it. `code`: for programs. */
export const errorBody = (protocol: GatewayProtocol, status: number, words: string, code: string): string =>
  JSON.stringify(
    protocol === 'anthropic'
      ? anthropicError(status, words)
      : { error: { message: words, type: openaiType(status), param: null, code } },
  );

/** What is written into a stream that can't go on, after its status was sent. */
export const errorEvent = (protocol: GatewayProtocol, words: string, sequence = 0): string => {
  if (protocol === 'anthropic') return sseText('error', anthropicError(502, words));
  if (protocol === 'responses') {
    const event = { type: 'error', code: 'server_error', message: words, param: null, sequence_number: sequence };
    return sseText('error', event);
  }
  return sseText(null, { error: { message: words, type: 'server_error', param: null, code: 'upstream' } });
};
