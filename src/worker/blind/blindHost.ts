import type { HostApi } from '../../protocol/app';
import type { Remote } from '../../protocol/rpc';
import type { BlindDesk } from './blindDesk';
import type { HostMethod } from './rule';

/** Runs are told of by name: not while somebody judges in their study. One after another, so that the last word is last. */
const unlessJudging = <R extends { readonly studyFolder: string }>(
  desk: BlindDesk,
  tell: (run: R) => Promise<void>,
): ((run: R) => Promise<void>) => {
  let before: Promise<unknown> = Promise.resolve();
  return (run) => {
    const told = before.then(async () => {
      if ((await desk.session(run.studyFolder)) === null) await tell(run);
    });
    before = told.catch(() => null);
    return told;
  };
};

/** What the app tells the editor by itself, as far as it may be told: no text of it names a run. */
export const blindHost = (host: () => Remote<HostApi>, desk: BlindDesk): (() => Remote<HostApi>) => {
  const told: { readonly [K in HostMethod]: Remote<HostApi>[K] } = {
    progress: ({ item, ...q }) =>
      host().progress({ ...q, text: desk.told(q.text), ...(item === undefined || desk.isJudging ? {} : { item }) }),
    log: (q) => host().log({ ...q, text: desk.told(q.text) }),
    runChanged: unlessJudging(desk, (run) => host().runChanged(run)),
    modelRunChanged: unlessJudging(desk, (run) => host().modelRunChanged(run)),
    confirmPull: (q) => host().confirmPull(q),
    confirmBuild: (q) => host().confirmBuild(q),
    confirmRemoval: (q) => host().confirmRemoval(q),
    modelKey: (q) => host().modelKey(q),
    editorModels: (q) => host().editorModels(q),
    askEditorModel: (q) => host().askEditorModel(q),
    cancelEditorModel: (q) => host().cancelEditorModel(q),
    terminalOutput: (q) => host().terminalOutput(q),
    terminalEnded: (q) => host().terminalEnded(q),
  };
  return () => told as Remote<HostApi>;
};
