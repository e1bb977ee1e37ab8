import type { Result } from '../../../shared/result';
import type { PatchSource, Step } from '../step';
import { editsOfDiff } from './editArguments';
import type { FileEdit } from './fileEdit';
import { FilesSoFar } from './filesSoFar';
import { patchOfFiles } from './patchOfFiles';
import type { BaseFile } from './repositoryPath';
import { changesOfStep, type StepChange } from './stepChanges';

/** The files as they stood after a step, as far as is known. */
export interface PatchSoFar {
  /** Files that differ from the base commit, by their path in the repository; null: deleted. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The diff from the base commit: the file's own where `source` is `given`. '' where nothing was changed. */
  readonly patch: string;
  readonly source: PatchSource;
  /** One sentence: where it comes from and from which step on it isn't exact. */
  readonly why: string;
}

export interface PatchSoFarOptions {
  readonly baseFile: BaseFile;
  /** The repository's folder in the agent's machine (`/testbed`); null: it is found by the first file edited. */
  readonly root: string | null;
  /** The diff that a replay of ours saw after a step; null where it saw none. */
  readonly snapshot?: (idx: number) => string | null;
}

interface Fault {
  readonly step: number;
  readonly why: string;
}

/** Where the last exact state came from, until something after it wasn't exact. */
class Replay {
  private readonly files: FilesSoFar;
  private origin: { readonly source: 'given' | 'snapshot'; readonly step: number; readonly patch: string } | null =
    null;
  private edits = 0;
  private programs = 0;
  private fault: Fault | null = null;
  private readonly agents = new Map<number, string>();

  constructor(private readonly options: PatchSoFarOptions) {
    this.files = new FilesSoFar(options.baseFile, options.root);
  }

  async take(step: Step): Promise<void> {
    this.noteRewind(step);
    const [given, snapshot] = [step.givenPatch, this.options.snapshot?.(step.idx) ?? null];
    if (given !== null) await this.startFrom('given', step.idx, given);
    else if (snapshot !== null) await this.startFrom('snapshot', step.idx, snapshot);
    else for (const change of changesOfStep(step)) await this.change(step.idx, change);
  }

  state(): PatchSoFar {
    const touched = this.files.touched();
    const files = new Map([...touched].map(([path, file]) => [path, file.text] as const));
    const known = { files, patch: patchOfFiles(touched) };
    const origin = this.origin;
    // What was given stands as it is, also where we could not apply it ourselves.
    if (origin !== null && this.edits === 0 && (this.fault === null || this.fault.step === origin.step))
      return { ...known, patch: origin.patch, source: origin.source, why: this.originWords(origin) };
    return { ...known, ...this.sourceOfReplay() };
  }

  private originWords(origin: { readonly source: 'given' | 'snapshot'; readonly step: number }): string {
    const by = origin.source === 'given' ? 'The file gives it' : 'It was taken while the commands were replayed';
    const fault = this.fault === null ? '' : ` It could not be applied here: ${this.fault.why}.`;
    return `${by} at step ${origin.step}.${fault}${this.programWords()}`;
  }

  private sourceOfReplay(): Pick<PatchSoFar, 'source' | 'why'> {
    const unplaced = this.files.unplaced();
    const lost = unplaced === 0 ? '' : ` Where the repository stood is not known: ${unplaced} files are left out.`;
    if (this.fault !== null) {
      const source = this.edits === 0 && this.origin === null ? 'unknown' : 'approximate';
      return { source, why: `Not exact from step ${this.fault.step} on: ${this.fault.why}.${lost}` };
    }
    if (unplaced > 0) return { source: 'approximate', why: lost.slice(1) };
    return { source: 'replayed', why: `${this.edits} edits replayed over the base commit.${this.programWords()}` };
  }

  private programWords(): string {
    if (this.programs === 0) return '';
    return ` ${this.programs} programs were run; what they themselves wrote is not recorded.`;
  }

  private async startFrom(source: 'given' | 'snapshot', step: number, patch: string): Promise<void> {
    this.files.clear();
    [this.origin, this.edits, this.programs, this.fault] = [{ source, step, patch }, 0, 0, null];
    if (patch.trim() === '') return;
    const edits = editsOfDiff(patch);
    if (edits === null) this.stop(step, 'it is no patch of text files');
    for (const edit of edits ?? []) await this.edit(step, edit);
    this.edits = 0;
  }

  private async change(step: number, change: StepChange): Promise<void> {
    if (change.kind === 'inexact') return this.stop(step, change.why);
    if (change.kind === 'program') this.programs++;
    else if (change.recorded !== null) this.count(step, await this.files.applyRecorded(change.edits, change.recorded));
    else for (const edit of change.edits) await this.edit(step, edit, !change.mayLoseTabs);
  }

  private async edit(step: number, edit: FileEdit, tabsStay = true): Promise<void> {
    this.count(step, await this.files.apply(edit, tabsStay));
  }

  private count(step: number, done: Result<boolean, string>): void {
    if (!done.ok) this.stop(step, done.error);
    else if (done.value) this.edits++;
  }

  /** An agent that goes back to an earlier step may or may not take its edits back. */
  private noteRewind(step: Step): void {
    const { idx, parentStep, agentId } = step;
    this.agents.set(idx, agentId);
    if (parentStep === null || parentStep >= idx - 1 || this.agents.get(parentStep) !== agentId) return;
    if (this.edits > 0) this.stop(idx, `the agent went back to step ${parentStep}; whether files did is not recorded`);
  }

  private stop(step: number, why: string): void {
    this.fault ??= { step, why };
  }
}

/**
 * The patch after the last of `steps` (all steps of one attempt up to the one in question, in order), by the order:
 * given by the file, a snapshot of our own replay, exact edits replayed over the base commit; `approximate` from the
 * first step on at which something changed files in a way not recorded, or an edit didn't fit exactly (`why` names the
 * step); `unknown` where nothing exact is there at all. Never guesses: an edit that doesn't fit is left out.
 */
export const patchSoFar = async (
  steps: Iterable<Step> | AsyncIterable<Step>,
  options: PatchSoFarOptions,
): Promise<PatchSoFar> => {
  const replay = new Replay(options);
  for await (const step of steps) await replay.take(step);
  return replay.state();
};
