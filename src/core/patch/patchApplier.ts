/** What came of applying a patch to the base: the diff that git then sees, or why it refused. */
export type AppliedDiff =
  | { readonly ok: true; readonly diff: string }
  | { readonly ok: false; readonly reason: string };

/**
 * What git makes of a patch on a clean copy of the base commit, as a port. Throws an EnvironmentFault or InputFault
 * where that can't be tried at all (no git, no such commit).
 */
export interface PatchApplier {
  apply(patch: string, signal?: AbortSignal): Promise<AppliedDiff>;
}
