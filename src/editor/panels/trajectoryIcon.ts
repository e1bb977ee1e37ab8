import * as vscode from 'vscode';
import type { Outcome } from '../../core/evaluation/outcome';
import type { Trajectory } from '../../core/run/trajectory/trajectory';
import { outcomeIcon } from '../views/outcomeIcon';

const warned = new Set<Trajectory['status']>(['env_error', 'api_error', 'format', 'stuck', 'aborted']);

/** A tab's icon: the outcome where one is known, else how the run ended, else steps. */
export const trajectoryIcon = (head: Trajectory, outcome: Outcome | null): vscode.ThemeIcon => {
  if (outcome !== null) return outcomeIcon(outcome);
  if (head.resolved !== null)
    return new vscode.ThemeIcon(
      head.resolved ? 'pass' : 'error',
      new vscode.ThemeColor(head.resolved ? 'charts.green' : 'charts.red'),
    );
  if (warned.has(head.status)) return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (head.status.startsWith('limit')) return new vscode.ThemeIcon('watch');
  return new vscode.ThemeIcon(head.status === 'submitted' ? 'check' : 'list-tree');
};
