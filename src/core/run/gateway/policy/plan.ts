import type { GatewayProtocol } from '../gatewayCount';

/** How a request reaches the model. */
export type Plan =
  /** The provider speaks the agent's protocol: bytes go through. */
  | { readonly kind: 'pass' }
  /** It speaks chat: the request is translated, and the reply back. */
  | { readonly kind: 'translate' }
  | { readonly kind: 'refuse'; readonly words: string };

const names: Readonly<Record<GatewayProtocol, string>> = {
  chat: "OpenAI's chat completions",
  responses: "OpenAI's Responses",
  anthropic: "Anthropic's Messages",
};

/** Passes what the provider speaks; only into chat is translated. */
export const planFor = (protocol: GatewayProtocol, speaks: readonly GatewayProtocol[]): Plan => {
  if (speaks.includes(protocol)) return { kind: 'pass' };
  if (protocol !== 'chat' && speaks.includes('chat')) return { kind: 'translate' };
  const theirs = speaks.map((one) => names[one]).join(' and ');
  return { kind: 'refuse', words: `The model of this run speaks ${theirs}, not ${names[protocol]}.` };
};

/**
 * The address of a protocol at a provider. Base addresses are written with their version for OpenAI's protocols and without for
 * Anthropic's; either is taken for both.
 */
export const upstreamAddress = (baseUrl: string, path: string): string => {
  const base = baseUrl.replace(/\/+$/, '');
  const hasPath = /^[a-z]+:\/\/[^/]+\/./i.test(base);
  const versioned = /\/v\d+[a-z0-9]*$/i.test(base);
  if (path.startsWith('/messages')) return `${versioned ? base : `${base}/v1`}${path}`;
  return `${hasPath ? base : `${base}/v1`}${path}`;
};
