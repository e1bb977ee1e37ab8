import * as vscode from 'vscode';
import { contextKeys, views } from './ids';

/** The Instances view shows that a study is being read; it says nothing of what to open meanwhile. */
export const whileReading = async <T>(read: () => Promise<T>): Promise<T> => {
  const say = (reading: boolean) => vscode.commands.executeCommand('setContext', contextKeys.reading, reading);
  void say(true);
  try {
    return await vscode.window.withProgress({ location: { viewId: views.instances } }, read);
  } finally {
    void say(false);
  }
};
