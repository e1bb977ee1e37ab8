import type { TreeHistory } from '../core/workspace/imageOrigin';
import type { InstanceRef } from './instanceRef';

/** Opening an instance as a workspace. */
export interface OpenWorkspaceRequest extends InstanceRef {
  readonly task: string;
  readonly studyFolder: string;
  readonly withTestPatch: boolean;
  readonly repositories: Readonly<Record<string, string>>;
  /** What to do where a workspace with uncommitted work stands: tell, open it as it is, or make a second one. */
  readonly onExisting: 'tell' | 'open' | 'second';
  /** Takes the files out of the instance's image; absent: a checkout of its repository. */
  readonly fromImage?: TreeHistory;
  readonly images: Readonly<Record<string, string>>;
  readonly endpoint: string | null;
  /** As in `RunSettings`. */
  readonly imageBudget?: number;
}

/** `notes`: what a person should know of what was made. `image`: what it could be opened from instead. */
export type OpenWorkspaceReply =
  | { readonly kind: 'opened'; readonly folder: string; readonly reused: boolean; readonly notes: readonly string[] }
  | { readonly kind: 'dirty'; readonly folder: string }
  | { readonly kind: 'no-source'; readonly repo: string | null; readonly image: string | null };
