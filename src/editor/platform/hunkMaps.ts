import type * as vscode from 'vscode';
import type { HunkMap } from '../../core/patch/hunkMap';
import type { AppClient } from './appClient';
import type { Item } from './currentItem';
import { repositoriesSetting } from './settings';
import type { StudyModel } from './studyModel';

/** Maps that are kept: what is walked through is asked for again and again. */
const keptMaps = 20;

/** The hunk maps of items; each is made once, as long as the study stands. */
export class HunkMaps implements vscode.Disposable {
  private readonly kept = new Map<string, Promise<HunkMap>>();
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly app: AppClient,
    private readonly study: StudyModel,
  ) {
    this.listening = study.onDidChange(() => this.kept.clear());
  }

  of({ datasetPath, instanceId, run }: Item): Promise<HunkMap> {
    const predictionsPath = run?.predictionsPath ?? null;
    const key = JSON.stringify([datasetPath, instanceId, predictionsPath]);
    const known = this.kept.get(key);
    if (known) return known;
    const asked = this.ask({ datasetPath, instanceId, predictionsPath });
    this.kept.set(key, asked);
    asked.catch(() => this.kept.delete(key));
    const oldest = this.kept.keys().next();
    if (this.kept.size > keptMaps && !oldest.done) this.kept.delete(oldest.value);
    return asked;
  }

  dispose(): void {
    this.listening.dispose();
    this.kept.clear();
  }

  private async ask(q: {
    readonly datasetPath: string;
    readonly instanceId: string;
    readonly predictionsPath: string | null;
  }): Promise<HunkMap> {
    const studyFolder = await this.study.ready();
    return this.app.remote.hunkMap({ ...q, isGoldHidden: false, studyFolder, repositories: repositoriesSetting() });
  }
}
