import { EnvironmentFault } from '../../core/shared/problem';
import type { ImageName } from './imageName';

/** A registry that allows no more pulls for now: the next one would only be counted too. */
export class RateLimited extends EnvironmentFault {
  constructor(message: string) {
    super('image', message);
  }
}

/** What a failed pull means for the next try. */
export type PullFailure =
  | { readonly kind: 'limited'; readonly waitMs: number | null }
  | { readonly kind: 'denied' | 'missing' | 'platform' | 'disk' | 'passing' | 'other' };

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Some registries say when they will answer again (`retry-after: 1.5s`); most say nothing. */
const waitOf = (words: string): number | null => {
  const [, count, unit = 's'] = /retry[- ]after:?\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?/i.exec(words) ?? [];
  return count === undefined ? null : Number(count) * (units[unit] ?? 1000);
};

const passing =
  /\b(?:50[0234])\b|internal server error|bad gateway|service unavailable|gateway time-?out|time-?out|timed out|connection (?:refused|reset)|broken pipe|unexpected eof|\bEOF\b|no such host|temporary failure|server misbehaving|network is unreachable|no route to host|tls handshake|request canceled|socket hang up|ECONNRESET|ETIMEDOUT/i;

/** Reads the engine's words on a pull: engines hand on the registry's code or its text, not its status. */
export const pullFailure = (words: string): PullFailure => {
  if (/toomanyrequests|too many requests|rate limit|\b429\b/i.test(words))
    return { kind: 'limited', waitMs: waitOf(words) };
  if (/no space left/i.test(words)) return { kind: 'disk' };
  if (/no matching manifest|does not match the (?:specified|detected)|no match for platform/i.test(words))
    return { kind: 'platform' };
  if (/manifest unknown|name unknown|manifest for .* not found|repository .* not found/i.test(words))
    return { kind: 'missing' };
  if (/unauthorized|denied|forbidden|authentication required|no basic auth|\b40[13]\b/i.test(words))
    return { kind: 'denied' };
  return { kind: passing.test(words) ? 'passing' : 'other' };
};

const other = 'name another image in `environments[].image` of touchstone.yaml or in the setting touchstone.images';

const asLogin = (registry: string): string => (registry === 'docker.io' ? 'docker login' : `docker login ${registry}`);

const lifts = (registry: string, waitMs: number | null): string => {
  if (waitMs !== null) return `It answers again in ${Math.ceil(waitMs / 1000)} seconds.`;
  const window = registry === 'docker.io' ? 'Docker Hub counts over six hours, so it lifts within these' : null;
  return window === null ? 'The registry did not say when it lifts; an hour is usual.' : `${window}.`;
};

/** Why an image could not be pulled, and the way out, for people. */
export const pullFault = (
  name: ImageName,
  words: string,
  platform: string | null,
  knownLogin: boolean,
): EnvironmentFault => {
  const { registry } = name;
  const failure = pullFailure(words);
  const said = `The image ${name.reference} could not be pulled`;
  const login = knownLogin
    ? `The login that \`${asLogin(registry)}\` left was given; it may be too old or for somebody else.`
    : `Nobody is logged in to ${registry} here.`;
  switch (failure.kind) {
    case 'limited':
      return new RateLimited(
        `${said}: ${registry} allows no more pulls for now (${words}). ${lifts(registry, failure.waitMs)} Log in by ` +
          `\`${asLogin(registry)}\`, which raises the limit, or ${other} from a mirror. What was evaluated is kept.`,
      );
    case 'denied':
      return new EnvironmentFault(
        'image',
        `${said}: ${registry} refused it (${words}). Either it isn't there or it isn't for everybody. ${login} Log in ` +
          `by \`${asLogin(registry)}\`, or ${other}.`,
      );
    case 'missing':
      return new EnvironmentFault(
        'image',
        `${said}: ${registry} has no such image (${words}). Check the name, ${other}, or build it ` +
          '(`environments[].dockerfile` or `build`).',
      );
    case 'platform':
      return new EnvironmentFault(
        'image',
        `${said}: it isn't there for ${platform ?? "the engine's platform"} (${words}). Say \`environments[].platform\`, ` +
          `for example linux/amd64, which is emulated where the engine can; or ${other}.`,
      );
    case 'disk':
      return new EnvironmentFault(
        'disk',
        `${said}: the engine's disk is full (${words}). \`touchstone doctor --clean --images\` frees some.`,
      );
    case 'passing':
      return new EnvironmentFault(
        'network',
        `${said}: ${words}. It was tried several times; try again later, or ${other}.`,
      );
    default:
      return new EnvironmentFault('image', `${said}: ${words}. You can ${other}, or build it.`);
  }
};
