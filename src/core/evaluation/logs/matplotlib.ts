import type { RuleSetName } from '../report';
import type { LogParser } from '../testResult';
import { summaryParser } from './pytest';

/** Newer Python prints the name of a mouse button where the recorded ids have its number. */
const buttonsAsNumbers = (line: string): string =>
  line.includes('MouseButton.') ? line.replaceAll('MouseButton.LEFT', '1').replaceAll('MouseButton.RIGHT', '3') : line;

/** pytest's summary as `parse_log_matplotlib` reads it. */
export const matplotlibParser = (rules: RuleSetName): LogParser =>
  summaryParser('parse_log_matplotlib', rules, (id) => id, buttonsAsNumbers);
