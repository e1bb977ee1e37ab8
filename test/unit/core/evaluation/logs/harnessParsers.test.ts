import { describe, expect, it } from 'vitest';
import type { LineParser } from '../../../../../src/core/evaluation/logs/lineParser';
import { parserFor } from '../../../../../src/core/evaluation/logs/registry';
import { statusesIn } from '../../../../fakes/readLog';
import { doctestCases, type HarnessCase, singleLineCases, treeCases } from './harnessCases';

const parserOf = ({ parser, rules = 'swebench-v5', version = '', id = 'o__r-1' }: HarnessCase): LineParser => {
  const instance = { id, repo: null, version, failToPass: [], passToPass: [], evalType: null };
  const logParser = parser.startsWith('parse_') ? parser : `parse_log_${parser}`;
  const found = parserFor({ ...instance, logParser }, rules);
  if (found === null) throw new Error(`no parser ${parser}`);
  return found;
};

describe.each([
  ['results on one line', singleLineCases],
  ['trees and failures over several lines', treeCases],
  ["doctest's XML", doctestCases],
])('%s', (_name, cases) => {
  it.each(cases.map((one) => [`${one.parser} ${one.what}`, one] as const))('%s', (_what, one) => {
    expect(statusesIn(parserOf(one), one.log.join('\n'))).toEqual(one.expected);
  });

  it.each(cases.map((one) => [`${one.parser} ${one.what}`, one] as const))('%s, with CR LF', (_what, one) => {
    expect(statusesIn(parserOf(one), one.log.join('\r\n'))).toEqual(one.expected);
  });
});
