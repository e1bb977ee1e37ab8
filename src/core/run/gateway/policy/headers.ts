import type { GatewayProtocol } from '../gatewayCount';

export type Headers = Readonly<Record<string, string>>;

/** Of an agent's headers these go on; its key, cookies, addresses and whatever else it sends stay behind. */
const passedUp = ['anthropic-version', 'anthropic-beta', 'openai-beta'];

/**
 * Of the provider's headers these come back. All others stay behind: they name the account, its organisation and project, its
 * limits, its cookies, and servers on the way.
 */
const passedDown = new Set([
  'content-type',
  'cache-control',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'request-id',
  'x-request-id',
]);

/** The run's key, and the provider's host that it is for. */
export interface ProviderKey {
  readonly key: string;
  readonly host: string;
}

const latestVersion = '2023-06-01';

/** Anthropic itself takes a bearer for another kind of login; other servers of its protocol take either. */
const keyHeader = (protocol: GatewayProtocol, { key, host }: ProviderKey): Headers => {
  const bearer = { authorization: `Bearer ${key}` };
  if (protocol !== 'anthropic') return bearer;
  return /(?:^|\.)anthropic\.com$/i.test(host) ? { 'x-api-key': key } : { 'x-api-key': key, ...bearer };
};

/**
 * Headers of the request to the provider, in lower case. `own`: the agent's. `key`: null where the provider
 * needs none. Nothing is compressed, since the gateway reads along.
 */
export const headersUp = (
  protocol: GatewayProtocol,
  own: Readonly<Record<string, string | readonly string[] | undefined>>,
  key: ProviderKey | null,
): Headers => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    'user-agent': 'touchstone-gateway',
  };
  if (protocol === 'anthropic') headers['anthropic-version'] = latestVersion;
  for (const name of passedUp) {
    const value = own[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return key === null ? headers : { ...headers, ...keyHeader(protocol, key) };
};

/** Headers of the answer to the agent. */
export const headersDown = (theirs: Readonly<Record<string, string | readonly string[] | undefined>>): Headers => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(theirs))
    if (passedDown.has(name.toLowerCase()) && typeof value === 'string') headers[name.toLowerCase()] = value;
  return headers;
};
