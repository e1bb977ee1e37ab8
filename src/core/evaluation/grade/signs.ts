import type { EnvironmentSign } from '../report';

type Kind = EnvironmentSign['kind'];

/** What each sign looks like in a line. The harness's own signatures and those that it misses (Node's DNS errors). */
const looks: Readonly<Record<Kind, RegExp>> = {
  dns: /Could not resolve host|Temporary failure in name resolution|getaddrinfo E|Name or service not known|NameResolutionError/,
  'http-5xx':
    /\b50[234] (?:Service|Server Error|Bad Gateway|Gateway)|Service Unavailable|(?:HTTPError: |status code )50[234]/,
  'out-of-memory': /Cannot allocate memory|OutOfMemoryError|JavaScript heap out of memory|^Killed$|^MemoryError/,
  browser: /Failed to launch|Failed to connect to the bus|annot open display|Missing X server|nable to open X display/,
  'nothing-collected': /no tests ran|collected 0 items/,
  'missing-module': /Cannot find module|MODULE_NOT_FOUND|ModuleNotFoundError/,
  'time-out': /Timeout error: \d{1,12} seconds exceeded|>>>>> Tests Timed Out/,
  disk: /No space left on device|ENOSPC|Disk quota exceeded/,
};

const kinds = Object.entries(looks) as [Kind, RegExp][];
const any = new RegExp(kinds.map(([, look]) => look.source).join('|'));

/** At most this many signs of one kind are listed; the rest are counted. */
const LISTED = 20;
const SHOWN = 300;

export interface Signs {
  readonly signs: readonly EnvironmentSign[];
  /** How many more there are, by kind. */
  readonly unlisted: ReadonlyMap<Kind, number>;
}

/**
 * Hints that the environment decided, in the order of the log. They never change a score. Where results were read,
 * `collected 0 items` is the output of a test of a test runner, and no sign.
 */
export const environmentSigns = (lines: readonly string[], anyResult: boolean): Signs => {
  const signs: EnvironmentSign[] = [];
  const counts = new Map<Kind, number>();
  const unlisted = new Map<Kind, number>();
  for (const [index, text] of lines.entries()) {
    if (!any.test(text)) continue;
    const kind = kinds.find(([, look]) => look.test(text))?.[0];
    if (kind === undefined || (kind === 'nothing-collected' && anyResult)) continue;
    const seen = counts.get(kind) ?? 0;
    counts.set(kind, seen + 1);
    if (seen < LISTED) signs.push({ kind, line: index + 1, text: text.slice(0, SHOWN) });
    else unlisted.set(kind, seen + 1 - LISTED);
  }
  return { signs, unlisted };
};

/** SWE-bench 5.0's own labels (issue 586), in its order: the first that matches is the reason. */
const signatures: readonly (readonly [reason: string, certain: boolean, look: RegExp])[] = [
  ['browser_launch_failed', true, /Failed to launch|Failed to connect to the bus/],
  ['display_unavailable', true, /cannot open display|Missing X server|unable to open X display/],
  ['out_of_memory', true, /Cannot allocate memory|OutOfMemoryError|^Killed$/m],
  ['container_unavailable', true, /Error response from daemon|Cannot connect to the Docker daemon/],
  ['network_unreachable', true, /Could not resolve host|Temporary failure in name resolution/],
  ['missing_module', false, /Cannot find module|MODULE_NOT_FOUND|ModuleNotFoundError/],
  ['no_tests_collected', false, /no tests ran|collected 0 items/],
  ['tests_timed_out', false, /Timeout error: \d{1,12} seconds exceeded/],
];

/** The two advisory fields of an ungradeable swebench-v5 report; only what a patch cannot cause sets the flag. */
export const infraFailureOf = (log: string): { infra_failure: boolean; infra_failure_reason?: string } => {
  const found = signatures.find(([, , look]) => look.test(log));
  return found ? { infra_failure: found[1], infra_failure_reason: found[0] } : { infra_failure: false };
};
