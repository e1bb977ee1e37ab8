import { applyFileEdit, type FileEdit } from '../../core/run/trajectory/patchSoFar/fileEdit';
import { applyRecorded } from '../../core/run/trajectory/patchSoFar/recordedText';
import { toSandbox } from '../../core/run/trajectory/replay/pathRewrite';
import type { ReplayAction } from '../../core/run/trajectory/replay/replayActions';
import { EnvironmentFault } from '../../core/shared/problem';
import { err, ok, type Result } from '../../core/shared/result';
import { runStep } from '../sessionStep';
import type { ReplaySandbox } from './replaySandbox';

const readScript = '[ -e "$1" ] || exit 9; cat -- "$1"';
const writeScript = 'mkdir -p -- "$(dirname -- "$1")" && cat >"$1"';

/** An edit tool works on texts that a person reads; more is none. */
const mostBytes = 16 * 1024 ** 2;

type Done = Result<void, string>;

/** Writes the exact edits of an agent's own tools into the files of the sandbox, over what stands there. */
export class ReplayEdits {
  /** Texts before each edit, for the tools that take one back. */
  private readonly past = new Map<string, (string | null)[]>();

  constructor(
    private readonly sandbox: ReplaySandbox,
    /** Whether files outside of the repository are the sandbox's own. */
    private readonly isContained: boolean,
  ) {}

  /** An error says why the edit could not be made as it was recorded. */
  async apply(action: ReplayAction & { readonly kind: 'edit' }, signal?: AbortSignal): Promise<Done> {
    const { edits, recorded } = action;
    try {
      if (recorded !== null)
        return await this.change(recorded.path, null, (text) => applyRecorded(text, edits, recorded), signal);
      for (const edit of edits) {
        const done = await this.edit(edit, signal);
        if (!done.ok) return done;
      }
      return ok(undefined);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EnvironmentFault) return err(error.message);
      throw error;
    }
  }

  private edit(edit: FileEdit, signal?: AbortSignal): Promise<Done> {
    if (edit.kind === 'undo') return this.undo(edit.path, signal);
    const movedTo = edit.kind === 'chunks' || edit.kind === 'diff' ? edit.movedTo : null;
    return this.change(edit.path, movedTo, (text) => applyFileEdit(text, edit), signal);
  }

  private async undo(path: string, signal?: AbortSignal): Promise<Done> {
    const at = this.placeOf(path);
    const past = at === null ? undefined : this.past.get(at);
    if (at === null || past === undefined || past.length === 0) return err(`${path}: what was undone is not known`);
    return this.write(at, past.pop() ?? null, signal);
  }

  private async change(
    path: string,
    movedTo: string | null,
    apply: (text: string | null) => Result<string | null, string>,
    signal?: AbortSignal,
  ): Promise<Done> {
    const [at, to] = [this.placeOf(path), this.placeOf(movedTo ?? path)];
    if (at === null || to === null) return err(`${path} lies outside of the repository`);
    const before = await this.read(at, signal);
    if (!before.ok) return err(`${path}: ${before.error}`);
    const next = apply(before.value);
    if (!next.ok) return err(`${path}: ${next.error}`);
    this.past.set(at, [...(this.past.get(at) ?? []), before.value].slice(-100));
    const written = await this.write(to, next.value, signal);
    return written.ok && to !== at ? this.write(at, null, signal) : written;
  }

  /** Absolute in the sandbox; null where it may not be touched. */
  private placeOf(path: string): string | null {
    const { rewrite, testbed } = this.sandbox;
    if (path === '' || path.includes('\0')) return null;
    const place = path.startsWith('/') ? toSandbox(path, rewrite) : `${rewrite.actual}/${path}`;
    const isWithin = place.startsWith(`${testbed}/`) && !place.split('/').includes('..');
    return this.isContained || isWithin ? place : null;
  }

  private async read(place: string, signal?: AbortSignal): Promise<Result<string | null, string>> {
    const command = ['sh', '-c', readScript, 'sh', place];
    const { end, stdout, isWhole, stderr } = await runStep(
      this.sandbox.session,
      { command, maxBytes: mostBytes },
      signal,
    );
    if (end.exitCode === 9) return ok(null);
    if (end.exitCode !== 0) return err(`it could not be read (${stderr.trim().slice(0, 200)})`);
    if (!isWhole) return err('it is larger than 16 MB');
    try {
      return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(stdout));
    } catch {
      return err('it is no UTF-8 text');
    }
  }

  private async write(place: string, text: string | null, signal?: AbortSignal): Promise<Done> {
    const command = text === null ? ['rm', '-f', '--', place] : ['sh', '-c', writeScript, 'sh', place];
    const input = text === null ? {} : { input: new TextEncoder().encode(text) };
    const { end, stderr } = await runStep(this.sandbox.session, { command, ...input }, signal);
    return end.exitCode === 0 ? ok(undefined) : err(`${place} could not be written (${stderr.trim().slice(0, 200)})`);
  }
}
