/** What a missing network looks like in the words of runtimes and package managers, by what they name. */
const looks: readonly RegExp[] = [
  // Name resolution: libc, Python, Node, Java, Go, curl, git, Rust.
  /Temporary failure in name resolution|Name or service not known|nodename nor servname|Could not resolve (?:host|proxy)/,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN|EAI_FAIL)|\bqueryA{1,4} (?:ENOTFOUND|ECONNREFUSED|ETIMEOUT|ESERVFAIL|EREFUSED)/,
  /\bgaierror\b|NameResolutionError|Failed to resolve '|UnknownHostException|: no such host\b|server misbehaving/,
  /dial (?:tcp|udp): lookup |failed to lookup address information|[Cc]ouldn't resolve host name/,
  // Nothing answers on the way: errors that name no peer of this machine.
  /Network is unreachable|network is unreachable|No route to host|NoRouteToHostException|\bENETUNREACH\b|\bEHOSTUNREACH\b/,
  /Failed to establish a new connection|NewConnectionError|Max retries exceeded with url|ProxyError|Cannot connect to proxy/,
  // Package registries: pip, npm, yarn, Go, Maven, Gradle, cargo, bundler.
  /Could not fetch URL|npm (?:ERR!|error) (?:network|code (?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED))/,
  /info There appears to be trouble with your network connection|proxy\.golang\.org/,
  /Could not transfer artifact|Could not (?:GET|HEAD) 'https?:|spurious network error|failed to download from `https?:/,
  /Could not reach host|Could not fetch specs from https?:/,
];

/** Refused and timed-out connections count only where their peer is named and is another machine. */
const refused = /ECONNREFUSED|ETIMEDOUT|[Cc]onnection refused|[Cc]onnection timed out|connect: connection refused/;
const peer =
  /\b\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}\b|https?:\/\/[\w.-]{1,253}|\b[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}:\d{1,5}\b/;
const ownMachine =
  /\b(?:127(?:\.\d{1,3}){3}|localhost|0\.0\.0\.0)\b|::1\b|(?:ENOTFOUND|EAI_AGAIN|lookup) (?:localhost|127\.)/;

const cue =
  /resol|getaddrinfo|\bquery|gaierror|UnknownHost|such host|misbehaving|lookup|nreachable|NoRoute|No route|UNREACH|onnection|roxy|retries|fetch|npm |artifact|spurious|download|Could not|ECONNREFUSED|ETIMEDOUT|servname|Name or service/;

/** Longer lines are looked at up to here: what failed stands at their beginning. */
const longest = 2000;

/**
 * Whether a line speaks of a network that isn't there. A connection that this machine itself refused (a test's own
 * server that is down) is none, nor is one that was refused by nobody in particular: without a network nobody else
 * can refuse.
 */
export const speaksOfNetwork = (line: string): boolean => {
  const text = line.length > longest ? line.slice(0, longest) : line;
  if (!cue.test(text) || ownMachine.test(text)) return false;
  return looks.some((look) => look.test(text)) || (refused.test(text) && peer.test(text));
};
