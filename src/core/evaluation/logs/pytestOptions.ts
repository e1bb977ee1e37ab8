import type { RuleSetName } from '../ruleSetName';
import type { LineParser } from './lineParser';
import { summaryParser } from './pytest';

/**
 * An id whose option is a path names the folder of the machine that made it: `t[/a/b/c]` becomes `t[/c]`, unless the
 * option begins with two slashes or holds a star. What follows the last bracket is dropped.
 */
const withoutFolders = (id: string): string => {
  const open = id.indexOf('[');
  const close = id.lastIndexOf(']');
  if (open === -1 || close < open) return id;
  const option = id.slice(open + 1, close);
  const isPath = option.startsWith('/') && !option.startsWith('//') && !option.includes('*');
  return `${id.slice(0, open)}[${isPath ? option.slice(option.lastIndexOf('/')) : option}]`;
};

/** pytest's summary as `parse_log_pytest_options` reads it (requests, pylint, pydicom). */
export const pytestOptionsParser = (rules: RuleSetName): LineParser =>
  summaryParser('parse_log_pytest_options', rules, withoutFolders);
