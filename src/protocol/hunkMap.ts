import type { HunkMap } from '../core/patch/hunkMap';
import type { InstanceRef } from './instanceRef';
import type { Api } from './rpc';

/** Gold against a prediction's patch, hunk by hunk, with places in the documents that `readSide` gives. */
export interface HunkMapApi extends Api {
  /** Without `predictionsPath` gold alone; with `isGoldHidden`, which the app sets while somebody judges, the model's patch alone. */
  hunkMap(
    q: InstanceRef & {
      readonly predictionsPath: string | null;
      readonly isGoldHidden: boolean;
      readonly studyFolder: string;
      readonly repositories: Readonly<Record<string, string>>;
    },
  ): Promise<HunkMap>;
}
