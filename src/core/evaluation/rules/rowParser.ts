import type { GradedInstance } from '../gradedInstance';
import { smithParserFor } from '../logs/smithParsers';
import type { RuleSetName } from '../ruleSetName';

/** `swesmith/pandas-dev__pandas.95280573`, or an id that begins so, is a copy of `pandas-dev/pandas`. */
const copiedRepo = (name: string): string | null => {
  const found = /^(?:swesmith\/)?([^/]+?)__([^/]+)\.[0-9a-f]{8}(?:\.|$)/.exec(name);
  return found ? `${found[1]}/${found[2]}` : null;
};

/** The runner of most repositories of SWE-smith; its harness takes it for all that it does not list. */
const ofSmith = (instance: GradedInstance): GradedInstance => {
  const repo = copiedRepo(instance.repo ?? '') ?? copiedRepo(instance.id) ?? instance.repo;
  const listed = smithParserFor(repo?.toLowerCase() ?? '', null) !== null;
  return { ...instance, repo, logParser: listed ? null : 'pytest' };
};

/** An instance whose row names no parser, with the one that its benchmark takes; as it is where the row names one. */
export const withRowParser = (instance: GradedInstance, rules: RuleSetName): GradedInstance => {
  if (instance.logParser) return instance;
  if (rules === 'smith') return ofSmith(instance);
  return rules === 'terminal-bench' ? { ...instance, logParser: 'terminal_bench' } : instance;
};
