import * as vscode from 'vscode';
import type { ReplayedText } from '../../protocol/trajectoryReplay';
import { queryOf } from '../documents/uris';
import { refuseUntrusted } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import { registerCommand, tell, warn } from '../platform/messages';
import { withProgress } from '../platform/progress';
import type { Feature, Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { tellReplayed, whichShown } from '../platform/shownTrajectories';

/** The recorded commands of a trajectory, run again in a container; what was seen is laid beside what was recorded. */
export const trajectoryReplayFeature: Feature = (services) =>
  vscode.Disposable.from(
    services.files.route('replay', (uri) => readText(services, uri)),
    registerCommand(services.log, commands.replayTrajectory, 'The replay could not be finished', (argument) =>
      replay(services, argument),
    ),
  );

/** The side of a comparison that such a document is. */
const readText = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const asked = query.get('of');
  const of: ReplayedText = asked === 'patch' ? 'patch' : Number(asked);
  const ref = { path: query.get('path'), which: Number(query.get('which')) };
  const texts = await app.remote.trajectoryReplayTexts({ ...ref, of });
  return new TextEncoder().encode(texts === null ? '' : query.get('side') === 'seen' ? texts.seen : texts.recorded);
};

const fileOf = (argument: unknown): vscode.Uri | null => {
  if (argument instanceof vscode.Uri) return argument;
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
  return isFile && input.uri.scheme === 'file' ? input.uri : null;
};

const replay = async (services: Services, argument: unknown): Promise<void> => {
  if (await refuseUntrusted()) return;
  const uri = fileOf(argument);
  if (uri === null) {
    void tell('Open a trajectory, then replay it.');
    return;
  }
  const settings = runSettings();
  const engine = await services.app.remote.pingEngine({ backend: 'docker', endpoint: settings.endpoint });
  if (!engine.ok) {
    void warn(`A replay runs the commands that are recorded in a file, so it needs a container. ${engine.text}`);
    return;
  }
  const { remote } = services.app;
  const ref = { path: uri.fsPath, which: whichShown(uri.fsPath) };
  const { replay: done, notes } = await withProgress(
    services.progress,
    'Replay in a container',
    (task) => remote.cancel({ task }),
    (task) => remote.replayTrajectory({ ...ref, task, settings }),
  );
  tellReplayed(uri.fsPath);
  void tell([done.summary, done.finalPatch.words, ...notes].join(' '));
};
