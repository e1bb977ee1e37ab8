import type { GatewayProtocol } from '../gatewayCount';

/** What a request asks of the gateway. */
export type Route =
  | { readonly kind: 'ask'; readonly protocol: GatewayProtocol; readonly path: string }
  | { readonly kind: 'count-tokens'; readonly protocol: 'anthropic'; readonly path: string }
  | { readonly kind: 'models'; readonly protocol: GatewayProtocol }
  | { readonly kind: 'refused'; readonly protocol: GatewayProtocol; readonly status: number; readonly words: string };

/** A request's first line and its headers as they came: names and values in turn. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
}

const asked: Readonly<Record<string, GatewayProtocol>> = {
  '/chat/completions': 'chat',
  '/responses': 'responses',
  '/messages': 'anthropic',
};

const countPath = '/messages/count_tokens';
const modelsPath = '/models';
const places = [...Object.keys(asked), countPath, modelsPath].join(', ');

/** The forwarder listens on the loopback alone, so no program that means the gateway names another host. */
const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** All values of a header; a name that comes twice is told apart from one with a comma. */
const headerValues = (rawHeaders: readonly string[], name: string): readonly string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

const refused = (protocol: GatewayProtocol, status: number, words: string): Route => ({
  kind: 'refused',
  protocol,
  status,
  words,
});

const hostFault = (rawHeaders: readonly string[]): string | null => {
  const hosts = headerValues(rawHeaders, 'host');
  const [host] = hosts;
  if (hosts.length === 1 && host !== undefined && ownHost.test(host)) return null;
  return `This gateway leads to the model of this run and to no other host: the Host header has to be 127.0.0.1 or localhost, once; it is ${hosts.length === 0 ? 'missing' : hosts.join(' and ').slice(0, 200)}.`;
};

/** The form in which a refusal is written, for a path that may be anything. */
const likelyProtocol = (url: string, rawHeaders: readonly string[]): GatewayProtocol => {
  if (url.includes('/messages') || headerValues(rawHeaders, 'anthropic-version').length > 0) return 'anthropic';
  return url.includes('/responses') ? 'responses' : 'chat';
};

const wrongMethod = (protocol: GatewayProtocol, path: string, method: string): Route =>
  refused(protocol, 405, `${path} takes ${path === modelsPath ? 'GET' : 'POST'}, not ${method.slice(0, 20)}.`);

const routeOfPath = (path: string, method: string, guess: GatewayProtocol): Route => {
  if (path === modelsPath)
    return method === 'GET' ? { kind: 'models', protocol: guess } : wrongMethod(guess, path, method);
  if (path === countPath)
    return method === 'POST'
      ? { kind: 'count-tokens', protocol: 'anthropic', path }
      : wrongMethod('anthropic', path, method);
  const protocol = Object.hasOwn(asked, path) ? asked[path] : undefined;
  if (protocol === undefined)
    return refused(guess, 404, `This gateway has no such path. It has ${places}, with /v1 before them or without.`);
  return method === 'POST' ? { kind: 'ask', protocol, path } : wrongMethod(protocol, path, method);
};

/**
 * Where a request goes. The path has to be one of ours letter by letter: nothing is decoded, joined or shortened first, so
 * `%2e`, `//` and `/../` lead nowhere, and an absolute address (as a proxy takes it) is refused. What comes after `?` is
 * passed over.
 */
export const routeOf = ({ method, url, rawHeaders }: RequestHead): Route => {
  const guess = likelyProtocol(url, rawHeaders);
  if (!url.startsWith('/'))
    return refused(guess, 400, 'This gateway is no proxy: ask it for a path such as /v1/chat/completions.');
  const fault = hostFault(rawHeaders);
  if (fault !== null) return refused(guess, 421, fault);
  const path = url.split('?', 1)[0] ?? '';
  return routeOfPath(path.startsWith('/v1/') ? path.slice(3) : path, method, guess);
};
