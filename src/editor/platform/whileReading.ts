import * as vscode from 'vscode';
import { contextKeys, views } from './ids';

/** Readings under way: one may begin before the one before it has ended. */
let underWay = 0;

/** The views show that a study is being read; they say nothing of what to open meanwhile. */
export const whileReading = async <T>(read: () => Promise<T>): Promise<T> => {
  const say = () => vscode.commands.executeCommand('setContext', contextKeys.reading, underWay > 0);
  underWay += 1;
  void say();
  try {
    return await vscode.window.withProgress({ location: { viewId: views.instances } }, read);
  } finally {
    underWay -= 1;
    void say();
  }
};
