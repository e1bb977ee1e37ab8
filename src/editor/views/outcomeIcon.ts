import * as vscode from 'vscode';
import type { Outcome } from '../../core/evaluation/outcome';
import { outcomeClass } from '../../core/evaluation/outcomeWords';

const icons = {
  resolved: new vscode.ThemeIcon('pass', new vscode.ThemeColor('charts.green')),
  unresolved: new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red')),
  scored: new vscode.ThemeIcon('graph', new vscode.ThemeColor('charts.blue')),
  none: new vscode.ThemeIcon('issue-draft', new vscode.ThemeColor('charts.purple')),
  'not-evaluated': new vscode.ThemeIcon('circle-large-outline', new vscode.ThemeColor('descriptionForeground')),
} as const;

/** Circle with check, circle with cross, bars, dashed ring, empty ring: never by colour alone. */
export const outcomeIcon = (outcome: Outcome | null): vscode.ThemeIcon => icons[outcomeClass(outcome)];
