import * as vscode from 'vscode';
import { blindRoot } from '../../core/study/blind/blindPath';
import type { BlindFacet } from '../../core/study/hiddenFromRater';
import { commands } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

const words: Readonly<Record<BlindFacet, string>> = {
  model: 'model',
  tests: 'tests',
  judge: 'judge',
  gold: 'gold',
  peers: 'other raters',
  signals: 'signals',
  trajectory: 'trajectory',
};

/** The judging session of the study: its status item, its end, and that other windows begin and end it too. */
export const judgingFeature: Feature = (services) => {
  const { judging, study, log } = services;
  const look = () => void judging.look().catch((error: unknown) => log.warn(`judging: ${String(error)}`));
  return vscode.Disposable.from(
    statusItem(services),
    // They stand for files that only the worker knows; the editor reads nothing of them.
    services.files.route(blindRoot, async () => new Uint8Array()),
    registerCommand(log, commands.endJudging, 'Judging could not be ended', () => judging.end()),
    study.onDidChange(look),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) look();
    }),
    judging.onDidChange(() => void runsAgain(services)),
    judging.onDidChange(() => void currentAnew(services)),
  );
};

/** What was looked at goes by another name now: the same patch is found by its hash. */
const currentAnew = async ({ current, study, log }: Services): Promise<void> => {
  const item = current.value;
  if (!item?.run) return;
  const { key, patchHash } = item.run;
  try {
    const rows = await study.runsOf(item.instanceId);
    const run = rows.find((row) => row.key === key) ?? rows.find((row) => row.patchHash === patchHash) ?? null;
    if (current.value === item) current.set({ ...item, run });
  } catch (error) {
    log.warn(`what was looked at: ${String(error)}`);
  }
};

/** Runs that go on are told of by name: they go with the beginning, and come back, as they stand then, with the end. */
const runsAgain = async ({ judging, runs, modelRuns, app, log }: Services): Promise<void> => {
  const isJudging = judging.state !== null;
  runs.hide(isJudging);
  modelRuns.hide(isJudging);
  if (isJudging) return;
  try {
    for (const run of await app.remote.runs({})) runs.changed(run);
    for (const run of await app.remote.modelRuns({})) modelRuns.changed(run);
  } catch (error) {
    log.warn(`runs after judging: ${String(error)}`);
  }
};

const statusItem = ({ judging }: Services): vscode.Disposable => {
  const item = vscode.window.createStatusBarItem('touchstone.judging', vscode.StatusBarAlignment.Left, 11);
  item.name = 'Touchstone Judging';
  item.command = commands.endJudging;
  const draw = () => {
    const { state } = judging;
    if (state === null) return item.hide();
    const hidden = state.hidden.map((facet) => words[facet]).join(', ');
    item.text = hidden === '' ? '$(law) Judging' : `$(eye-closed) Blind: ${hidden}`;
    const how = state.onScreenOnly
      ? 'Hidden on screen only: files on disk still tell.'
      : "A rater's own folder: no file in it tells.";
    item.tooltip = new vscode.MarkdownString(`${how}\n\nClick to end judging; everything is shown again then.`);
    item.accessibilityInformation = {
      label: `${hidden === '' ? 'Judging' : `Blind: ${hidden}`}. ${how}`,
      role: 'button',
    };
    item.show();
  };
  draw();
  return vscode.Disposable.from(item, judging.onDidChange(draw));
};
