import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import type { LineParser } from './lineParser';
import { parserFor, parserNames } from './registry';
import * as smith from './smith';

/** SWE-smith takes its own by repository; a row can't name them, a person can. */
const ofSmith: ReadonlyMap<string, LineParser> = new Map(Object.values(smith).map((parser) => [parser.name, parser]));

/** Every name that a person may give, sorted. */
export const namedParsers: readonly string[] = [...parserNames, ...ofSmith.keys()].toSorted();

const nobody: GradedInstance = {
  id: '',
  repo: null,
  version: null,
  failToPass: null,
  passToPass: null,
  logParser: null,
  evalType: null,
};

/**
 * The parser of a name, with or without `parse_log_`, in the manner of a rule set; null where there is none, or where
 * the name stands for several and only an instance tells which (`jekyll`).
 */
export const parserNamed = (name: string, rules: RuleSetName): LineParser | null =>
  ofSmith.get(name) ?? parserFor({ ...nobody, logParser: name }, rules);
