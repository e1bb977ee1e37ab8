import * as vscode from 'vscode';
import type { RunColumn } from '../../core/study/runColumns';
import { RunsPanel } from '../panels/runsPanel';
import { commands, panels } from '../platform/ids';
import { registerCommand, tell } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { askRuns } from './askRuns';

/** Two runs against each other: from two rows of the Runs view, a column of the matrix, or by asking. */
export const runComparisonFeature: Feature = (services) => {
  const panel = new RunsPanel(services);
  return vscode.Disposable.from(
    vscode.window.registerWebviewPanelSerializer(panels.runs, panel),
    registerCommand(services.log, commands.compareRuns, 'The runs could not be compared', (first, all) =>
      compareRuns(services, panel, keysOf(first, all)),
    ),
    registerCommand(services.log, commands.runsPress, 'The key could not be sent', (key) => panel.press(String(key))),
  );
};

/** Keys of the runs that a command's arguments name: tree nodes, or a column of the matrix. */
const keysOf = (first: unknown, all: unknown): readonly string[] => {
  const chosen = Array.isArray(all) && all.length > 0 ? all : [first];
  return [...new Set(chosen.flatMap((one: unknown) => keyOf(one) ?? []))];
};

const keyOf = (argument: unknown): string | null => {
  if (typeof argument !== 'object' || argument === null) return null;
  const { runKey, run, alone } = argument as {
    readonly runKey?: unknown;
    readonly run?: { readonly id?: unknown };
    readonly alone?: { readonly first: { readonly key?: unknown } };
  };
  const key = runKey ?? run?.id ?? alone?.first.key;
  return typeof key === 'string' ? key : null;
};

const compareRuns = async (services: Services, panel: RunsPanel, keys: readonly string[]): Promise<void> => {
  const studyFolder = await services.study.ready();
  const columns = await services.app.remote.runColumns({ studyFolder });
  if (columns.length < 2) {
    void tell('There are not two runs to compare. Evaluate a second run, or the gold patch.');
    return;
  }
  const chosen = keys.slice(0, 2).flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const b = chosen.length === 2 ? later(chosen) : chosen[0];
  const a = chosen.find(({ key }) => key !== b?.key);
  const pair = a && b ? { a, b } : await askRuns(columns, b ?? null);
  if (pair) panel.show({ a: pair.a.key, b: pair.b.key });
};

/** Of two, the child where one is the other's parent; else the second that was chosen. */
const later = ([first, second]: readonly RunColumn[]): RunColumn | undefined =>
  first?.parent != null && first.parent === second?.key ? first : second;
