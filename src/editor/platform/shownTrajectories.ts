import * as vscode from 'vscode';

const ended = new vscode.EventEmitter<string>();

/** A trajectory's file was replayed; its path. */
export const onReplayed = ended.event;

export const tellReplayed = (path: string): void => ended.fire(path);

const shown = new Map<string, number>();

/** Which of a file's trajectories its page shows, from 0. */
export const noteShown = (path: string, which: number): void => void shown.set(path, which);

export const whichShown = (path: string): number => shown.get(path) ?? 0;
