import { type AskedWhom, httpFault, statusInStream } from '../../../core/run/model/httpFault';
import { ModelFault } from '../../../core/run/model/modelProvider';
import { withoutKeys } from '../../../core/run/model/redact';
import { isFields } from '../../../core/run/trajectory/fields';

/** The chain of causes of an error, the innermost last. */
const causesOf = (error: unknown): readonly unknown[] => {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 8; at = (at as Error).cause) chain.push(at);
  return chain;
};

const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Is the server running, and is baseUrl right?',
  ENOTFOUND: "There is no such host. Look at baseUrl in the models file, or at this machine's network.",
  EAI_AGAIN: "The host's name can't be looked up. Look at this machine's network.",
  ECONNRESET: 'The connection was broken off.',
  EPIPE: 'The connection was broken off.',
  ETIMEDOUT: 'The connection took too long.',
};

const networkFault = (chain: readonly unknown[], { address, keys }: AskedWhom): ModelFault => {
  const codes = chain.flatMap((error) =>
    isFields(error) || error instanceof Error ? [(error as { code?: unknown }).code] : [],
  );
  const code = codes.find((one): one is string => typeof one === 'string') ?? '';
  const inner = chain.at(-1);
  const said = withoutKeys(inner instanceof Error ? inner.message : String(inner), keys);
  return new ModelFault(
    'network',
    `${address} can't be reached${said === '' ? '' : ` (${said})`}. ${networkWords[code] ?? ''}`.trim(),
  );
};

/** What an SDK or a socket threw, as the fault that it is; ours may be the cause of an SDK's. */
export const faultOf = (error: unknown, whom: AskedWhom): ModelFault => {
  const chain = causesOf(error);
  const own = chain.find((one) => one instanceof ModelFault);
  if (own instanceof ModelFault) return own;
  if (error instanceof SyntaxError)
    return new ModelFault(
      'bad-reply',
      `${whom.address} answered with what is no JSON: ${withoutKeys(error.message, whom.keys)}`,
    );
  return networkFault(chain, whom);
};

/** An error that a provider says inside a stream or a reply that began well; null: it says none. */
export const faultInside = (chunk: unknown, whom: AskedWhom): ModelFault | null => {
  const error = isFields(chunk) ? chunk['error'] : null;
  if (error === undefined || error === null || error === false) return null;
  const refusal = { status: statusInStream(error), body: { error }, retryAfter: null, retryAfterMs: null };
  return httpFault(refusal, whom, Date.now());
};
