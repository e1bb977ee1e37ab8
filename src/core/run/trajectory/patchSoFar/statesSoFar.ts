import { counted } from '../../../shared/counted';
import type { Result } from '../../../shared/result';
import type { PatchSource, Step } from '../step';
import { editsOfDiff } from './editArguments';
import { applyFileEdit, type FileEdit } from './fileEdit';
import { type BaseTree, FilesSoFar } from './filesSoFar';
import { patchOfFiles } from './patchOfFiles';
import type { BaseFile } from './repositoryPath';
import { mayWrite, type ProgramRun } from './shell/programRun';
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
  /** The step from which on it isn't exact; null: it is, or nothing is known. */
  readonly inexactFrom: number | null;
}

/** A diff that was taken in a sandbox, and when. */
export interface Snapshot {
  readonly patch: string;
  readonly by: 'run' | 'replay';
}

export interface PatchSoFarOptions {
  readonly baseFile: BaseFile;
  /** Paths of base files at or below a path; absent: not known. */
  readonly baseBelow?: (path: string) => Promise<readonly string[]>;
  /** Whether each shell call has a shell of its own, which begins in the repository's folder; absent: not known. */
  readonly freshShell?: boolean;
  /** The repository's folder in the agent's machine (`/testbed`); null: it is found by the first file edited. */
  readonly root: string | null;
  /** Where the repository stands if an edit lies below it; what the edits themselves show goes before it. */
  readonly likelyRoot?: string | null;
  /** The diff that our own run or a replay of ours saw after a step; null where neither saw one. */
  readonly snapshot?: (idx: number) => Snapshot | null;
}

interface Fault {
  readonly step: number;
  readonly why: string;
}

interface Origin {
  readonly source: 'given' | 'snapshot';
  readonly step: number;
  readonly patch: string;
  /** How it came to be, as the beginning of a sentence. */
  readonly words: string;
}

/** A replay under way: where the last exact state came from, and what came after it. */
interface Course {
  readonly origin: Origin | null;
  /** The origin's files were not looked at yet. */
  readonly pending: boolean;
  readonly edits: number;
  readonly programs: number;
  readonly fault: Fault | null;
}

const snapshotOrigin = (step: number, { patch, by }: Snapshot): Origin => ({
  source: 'snapshot',
  step,
  patch,
  words: by === 'run' ? 'The run took it itself' : 'It was taken while the commands were replayed',
});

const start: Course = { origin: null, pending: false, edits: 0, programs: 0, fault: null };

const baseOf = ({ baseFile, baseBelow }: PatchSoFarOptions): BaseTree => ({
  file: baseFile,
  ...(baseBelow === undefined ? {} : { below: baseBelow }),
});

/**
 * The files of a trajectory while its steps are taken in order; the state may be asked for after each, and a copy goes
 * on by itself.
 */
export class StatesSoFar {
  private course = start;

  constructor(
    private readonly options: PatchSoFarOptions,
    private readonly files = new FilesSoFar(baseOf(options), options.root, options.likelyRoot ?? null),
    /** Of each step; the same for all copies. */
    private readonly agents = new Map<number, string>(),
    /** Texts of files that were written whole, inside of the repository or not, by the paths that calls gave them. */
    private readonly scripts = new Map<string, string>(),
  ) {}

  copy(): StatesSoFar {
    const copy = new StatesSoFar(this.options, this.files.copy(), this.agents, new Map(this.scripts));
    copy.course = this.course;
    return copy;
  }

  async take(step: Step): Promise<void> {
    this.noteRewind(step);
    const [given, snapshot] = [step.givenPatch, this.options.snapshot?.(step.idx) ?? null];
    if (given !== null) this.startFrom({ source: 'given', step: step.idx, patch: given, words: 'The file gives it' });
    else if (snapshot !== null) this.startFrom(snapshotOrigin(step.idx, snapshot));
    else
      for (const change of changesOfStep(step, this.options.freshShell ?? false)) await this.change(step.idx, change);
  }

  async state(): Promise<PatchSoFar> {
    await this.applyOrigin();
    const touched = this.files.touched();
    const files = new Map([...touched].map(([path, file]) => [path, file.text] as const));
    const { origin, edits, fault } = this.course;
    // What was given stands as it is, also where we could not apply it ourselves.
    if (origin !== null && edits === 0 && (fault === null || fault.step === origin.step))
      return { files, patch: origin.patch, source: origin.source, why: this.originWords(origin), inexactFrom: null };
    return { files, patch: patchOfFiles(touched), ...this.sourceOfReplay() };
  }

  private originWords(origin: Origin): string {
    const { fault } = this.course;
    const said = fault === null ? '' : ` It could not be applied here: ${fault.why}.`;
    return `${origin.words} at step ${origin.step}.${said}${this.programWords()}`;
  }

  private sourceOfReplay(): Pick<PatchSoFar, 'source' | 'why' | 'inexactFrom'> {
    const { fault, edits, origin } = this.course;
    const unplaced = this.files.unplaced();
    const lost = unplaced === 0 ? '' : ` Where the repository stood is not known: ${unplaced} files are left out.`;
    if (fault !== null) {
      const source = edits === 0 && origin === null ? 'unknown' : 'approximate';
      return { source, why: `Not exact from step ${fault.step} on: ${fault.why}.${lost}`, inexactFrom: fault.step };
    }
    if (unplaced > 0) return { source: 'approximate', why: lost.slice(1), inexactFrom: null };
    const words = `${counted(edits, 'edit')} replayed over the base commit.${this.programWords()}`;
    return { source: 'replayed', why: words, inexactFrom: null };
  }

  private programWords(): string {
    const { programs } = this.course;
    if (programs === 0) return '';
    return ` ${counted(programs, 'program')} ran; what programs write is not recorded.`;
  }

  private startFrom(origin: Origin): void {
    this.course = { ...start, origin, pending: true };
  }

  /** Only where its files are needed: of states that follow one another each would be read for nothing. */
  private async applyOrigin(): Promise<void> {
    const { origin, pending } = this.course;
    if (origin === null || !pending) return;
    this.course = { ...this.course, pending: false };
    this.files.clear();
    if (origin.patch.trim() === '') return;
    const edits = editsOfDiff(origin.patch);
    if (edits === null) this.stop(origin.step, 'it is no patch of text files');
    for (const edit of edits ?? []) await this.edit(origin.step, edit);
    this.course = { ...this.course, edits: 0 };
  }

  private async change(step: number, change: StepChange): Promise<void> {
    await this.applyOrigin();
    if (change.kind === 'inexact') return this.stop(step, change.why);
    if (change.kind === 'programs') for (const run of change.runs) this.program(step, run);
    else if (change.recorded !== null) this.count(step, await this.files.applyRecorded(change.edits, change.recorded));
    else for (const edit of change.edits) await this.edit(step, edit, !change.mayLoseTabs);
  }

  /** One of which nothing says that it left files alone ends what is exact. */
  private program(step: number, run: ProgramRun): void {
    const code = run.kind === 'script' ? this.scripts.get(run.path) : undefined;
    const isQuiet = run.kind === 'quiet' || (code !== undefined && !mayWrite(code));
    if (isQuiet) this.course = { ...this.course, programs: this.course.programs + 1 };
    else this.stop(step, `${run.kind === 'script' ? run.path : run.name} ran, and what it wrote is not recorded`);
  }

  private noteScript(edit: FileEdit): void {
    const known = this.scripts.get(edit.path) ?? null;
    const next = edit.kind === 'write' || known !== null ? applyFileEdit(known, edit) : null;
    if (next?.ok && next.value !== null && edit.kind !== 'move') this.scripts.set(edit.path, next.value);
    else this.scripts.delete(edit.path);
  }

  private async edit(step: number, edit: FileEdit, tabsStay = true): Promise<void> {
    this.noteScript(edit);
    this.count(step, await this.files.apply(edit, tabsStay));
  }

  private count(step: number, done: Result<boolean, string>): void {
    if (!done.ok) this.stop(step, done.error);
    else if (done.value) this.course = { ...this.course, edits: this.course.edits + 1 };
  }

  /** An agent that goes back to an earlier step may or may not take its edits back. */
  private noteRewind(step: Step): void {
    const { idx, parentStep, agentId } = step;
    this.agents.set(idx, agentId);
    if (parentStep === null || parentStep >= idx - 1 || this.agents.get(parentStep) !== agentId) return;
    if (this.course.edits > 0)
      this.stop(idx, `the agent went back to step ${parentStep}; whether files did is not recorded`);
  }

  private stop(step: number, why: string): void {
    if (this.course.fault === null) this.course = { ...this.course, fault: { step, why } };
  }
}
