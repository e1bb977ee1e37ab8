import type { EnvironmentSign } from '../../report';
import { flatText } from '../flatText';
import { type Cue, cuesAt, type LogLine } from '../lineParser';

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

const gateway = ['Service', 'Server Error', 'Bad Gateway', 'Gateway'];

/** The longer the shortest of these is, the fewer places of a log have to be looked at. */
const phrases = [
  ...['Could not resolve host', 'Temporary failure in name resolution', 'getaddrinfo E', 'Name or service not known'],
  ...['502 ', '503 ', '504 '].flatMap((code) => gateway.map((name) => `${code}${name}`)),
  ...[
    'NameResolutionError',
    'Service Unavailable',
    'HTTPError: 50',
    'status code 50',
    'Cannot allocate memory',
    'OutOfMemoryError',
    'JavaScript heap out of memory',
  ],
  ...['Failed to launch', 'Failed to connect to the bus', 'annot open display', 'Missing X server'],
  ...['nable to open X display', 'no tests ran', 'collected 0 items', 'Cannot find module', 'MODULE_NOT_FOUND'],
  ...['ModuleNotFoundError', 'Timeout error: ', 'No space left on device', 'ENOSPC', 'Disk quota exceeded'],
];

export const signCues: readonly Cue[] = [
  ...cuesAt('anywhere', ...phrases),
  ...cuesAt('start', 'Killed', 'MemoryError'),
];

/** At most this many signs of one kind are listed; the rest are counted. */
const LISTED = 20;
const SHOWN = 300;

export interface Signs {
  readonly signs: readonly EnvironmentSign[];
  /** How many more there are, by kind. */
  readonly unlisted: ReadonlyMap<Kind, number>;
}

/** Hints that the environment decided, in the order of the log. They never change a score. */
export class EnvironmentSigns {
  private readonly signs: EnvironmentSign[] = [];
  private readonly counts = new Map<Kind, number>();

  line({ text, line }: LogLine): void {
    const kind = kinds.find(([, look]) => look.test(text))?.[0];
    if (kind === undefined) return;
    const seen = this.counts.get(kind) ?? 0;
    this.counts.set(kind, seen + 1);
    if (seen < LISTED) this.signs.push({ kind, line, text: flatText(text.slice(0, SHOWN)) });
  }

  /** Where results were read, `collected 0 items` is the output of a test of a test runner, and no sign. */
  end(anyResult: boolean): Signs {
    const counts = (kind: Kind): boolean => !(anyResult && kind === 'nothing-collected');
    const more = [...this.counts].filter(([kind, count]) => counts(kind) && count > LISTED);
    return {
      signs: this.signs.filter(({ kind }) => counts(kind)),
      unlisted: new Map(more.map(([kind, count]) => [kind, count - LISTED])),
    };
  }
}
