import { type FileKind, type FilePatch, type Patch, pathOf } from './patch';
import { isGeneratedPath, isTestPath } from './pathRules';

export interface FileFigures {
  readonly path: string;
  readonly kind: FileKind;
  readonly binary: boolean;
  /** Lines added and removed as found in the hunks; 0 for a binary file, whose change has no lines. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  /** By the file's name (`isTestPath`, `isGeneratedPath`). */
  readonly test: boolean;
  readonly generated: boolean;
}

export interface PatchFigures {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  readonly perFile: readonly FileFigures[];
}

/** Lines added and removed by the hunks of one file, as found. */
export const lineFigures = (file: FilePatch): { readonly added: number; readonly removed: number } => {
  let added = 0;
  let removed = 0;
  for (const hunk of file.hunks)
    for (const line of hunk.lines) {
      if (line.kind === 'added') added += 1;
      else if (line.kind === 'removed') removed += 1;
    }
  return { added, removed };
};

const fileFigures = (file: FilePatch): FileFigures => {
  const path = pathOf(file);
  return {
    path,
    kind: file.kind,
    binary: file.binary !== null,
    ...lineFigures(file),
    hunks: file.hunks.length,
    test: isTestPath(path),
    generated: isGeneratedPath(path),
  };
};

const sum = (files: readonly FileFigures[], of: 'added' | 'removed' | 'hunks'): number =>
  files.reduce((total, file) => total + file[of], 0);

/** Counts of a patch as it is written, in all and by file; a file that appears twice counts once. */
export const patchFigures = (patch: Patch): PatchFigures => {
  const perFile = patch.files.map(fileFigures);
  return {
    files: new Set(perFile.map((file) => file.path)).size,
    added: sum(perFile, 'added'),
    removed: sum(perFile, 'removed'),
    hunks: sum(perFile, 'hunks'),
    perFile,
  };
};
