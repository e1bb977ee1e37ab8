import type { LineParser } from './lineParser';
import {
  smithAutogradParser,
  smithGoParser,
  smithMypyParser,
  smithParamikoParser,
  smithPytestParser,
  smithSlugifyParser,
  smithTornadoParser,
} from './smith';

/** SWE-smith's own parsers by repository (`harness/log_parsers.py`, and the profile of Go). */
const byRepository: ReadonlyMap<string, LineParser> = new Map([
  ['gin-gonic/gin', smithGoParser],
  ['caddyserver/caddy', smithGoParser],
  ['gohugoio/hugo', smithGoParser],
  ['prometheus/prometheus', smithGoParser],
  ['hashicorp/terraform', smithGoParser],
  ['hips/autograd', smithAutogradParser],
  ['paramiko/paramiko', smithParamikoParser],
  ['python/mypy', smithMypyParser],
  ['tornadoweb/tornado', smithTornadoParser],
  ['un33k/python-slugify', smithSlugifyParser],
]);

/** The parser under the rule set smith: the repository's own, else that of most repositories where `pytest` is named. */
export const smithParserFor = (repo: string, name: string | null): LineParser | null => {
  if (name === 'pytest') return smithPytestParser;
  return name === null ? (byRepository.get(repo) ?? null) : null;
};
