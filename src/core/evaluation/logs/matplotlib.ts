import type { RuleSetName } from '../ruleSetName';
import type { LineParser } from './lineParser';
import { summaryParser } from './pytest';

/** Newer Python prints the name of a mouse button where the recorded ids have its number. */
const buttonsAsNumbers = (line: string): string =>
  line.includes('MouseButton.') ? line.replaceAll('MouseButton.LEFT', '1').replaceAll('MouseButton.RIGHT', '3') : line;

/** pytest's summary as `parse_log_matplotlib` reads it. */
export const matplotlibParser = (rules: RuleSetName): LineParser =>
  summaryParser('parse_log_matplotlib', rules, (id) => id, buttonsAsNumbers);
