import type { EvalType } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../report';
import type { LogParser } from '../testResult';
import { officialTapParser } from './officialTap';
import { tapParser } from './tap';

type MakeParser = (instance: GradedInstance, rules: RuleSetName) => LogParser;

const parsers: ReadonlyMap<string, MakeParser> = new Map<string, MakeParser>([
  ['tap', () => tapParser],
  ['parse_log_tap', () => officialTapParser],
]);

export const parserFor = (instance: GradedInstance, rules: RuleSetName): LogParser | null =>
  parsers.get(instance.logParser ?? '')?.(instance, rules) ?? null;

/** Repositories whose classic rows are graded by failures alone (SWE-bench 4.1 has no `eval_type` column). */
const failOnlyRepositories = new Set(['chartjs/chart.js', 'processing/p5.js', 'markedjs/marked']);

/** The row's `eval_type`, else what the repository's classic rows go by. */
export const evalTypeOf = (instance: GradedInstance): EvalType =>
  instance.evalType ?? (failOnlyRepositories.has(instance.repo?.toLowerCase() ?? '') ? 'fail_only' : 'pass_and_fail');
