import * as vscode from 'vscode';

const ended = new vscode.EventEmitter<string>();

/** A trajectory's file was replayed; its path. */
export const onReplayed = ended.event;

export const tellReplayed = (path: string): void => ended.fire(path);

const shown = new Map<string, number>();

/** Which of a file's trajectories its page shows, from 0. */
export const noteShown = (path: string, which: number): void => void shown.set(path, which);

const steps = new Map<string, number>();

/** The step that a file's page shows, from 1. */
export const noteStepShown = (path: string, idx: number): void => void steps.set(path, idx);

export const stepShown = (path: string): number | null => steps.get(path) ?? null;

export const whichShown = (path: string): number => shown.get(path) ?? 0;
