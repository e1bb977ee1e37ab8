import * as vscode from 'vscode';
import { commands } from '../platform/ids';

/** Rows that one page of a list shows. */
export const pageSize = 500;

/** The row below a list that was cut; it shows the next page. */
export interface MoreRow {
  readonly kind: 'more';
  readonly key: string;
  readonly left: number;
  readonly showMore: () => void;
}

/** How many pages of which list are shown, by the list's key. */
export class Pages {
  private readonly shown = new Map<string, number>();

  constructor(private readonly changed: () => void) {}

  limit(key: string): number {
    return (this.shown.get(key) ?? 1) * pageSize;
  }

  more(key: string, left: number): MoreRow[] {
    const showMore = () => {
      this.shown.set(key, (this.shown.get(key) ?? 1) + 1);
      this.changed();
    };
    return left > 0 ? [{ kind: 'more', key, left, showMore }] : [];
  }
}

const count = (n: number): string => n.toLocaleString('en-US');

/** A row that shows the next page when it is chosen, by key or by mouse. */
export const moreItemOf = (left: number, id: string, argument: unknown): vscode.TreeItem => {
  const next = Math.min(left, pageSize);
  const item = new vscode.TreeItem(`${count(next)} more`, vscode.TreeItemCollapsibleState.None);
  item.id = `more:${id}:${left}`;
  item.description = left > next ? `of ${count(left)} that are not shown` : '';
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: commands.showMore, title: 'Show More', arguments: [argument] };
  return item;
};

export const moreRowItem = (row: MoreRow): vscode.TreeItem => moreItemOf(row.left, row.key, row);
