import type { FoundCheck } from '../core/evaluation/check/datasetCheck';
import { type DefectEvidence, defectTitle } from '../core/evaluation/check/defect';
import type { PlaceEvidence } from '../core/review/form/answers';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import { joinPath, pathBelow, staysInside } from '../core/study/studyPath';

const mostRead = 64 * 1024 * 1024;

/** Hashes by which the place is found again, as for lines that a person marks; none where the log can't be read. */
const hashesOf = async (files: FilePort, sha256: Sha256, path: string, line: number | null) => {
  const nothing = { contentHash: null, contextHashes: [] };
  if (line === null || (await files.stat(path))?.kind !== 'file') return nothing;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readBytes(path, mostRead));
  const lines = text.split(/\r\n|\r|\n/);
  const part = (from: number, to: number): string => sha256(lines.slice(Math.max(from, 0), to).join('\n'));
  if (line > lines.length) return nothing;
  return { contentHash: part(line - 1, line), contextHashes: [part(line - 4, line - 1), part(line, line + 3)] };
};

const labelOf = (title: string, { side, line }: DefectEvidence): string =>
  `dataset check: ${title}, ${side} log${line === null ? '' : ` L${line}`}`;

/**
 * What the dataset check found, as evidence that a person may add to a verdict: one place for each defect, its path
 * relative to the study's folder. Nothing is added by itself, and nothing of it is an answer. None where the check is
 * stale or lies outside of the study.
 */
export const checkEvidence = async (
  files: FilePort,
  sha256: Sha256,
  studyFolder: string,
  check: FoundCheck | null,
): Promise<readonly PlaceEvidence[]> => {
  const root = check === null ? null : pathBelow(studyFolder, check.root);
  if (check === null || root === null || check.stale === true) return [];
  const offered: PlaceEvidence[] = [];
  for (const { kind, evidence } of check.defects) {
    const [first] = evidence;
    const path = first && [root, first.folder, 'test_output.txt'].filter((part) => part !== '').join('/');
    if (!first || path === undefined || !staysInside(path)) continue;
    const hashes = await hashesOf(files, sha256, joinPath(studyFolder, path), first.line);
    const range = first.line === null ? null : { start: first.line, end: first.line };
    offered.push({ kind: 'log', path, side: first.side, range, ...hashes, label: labelOf(defectTitle(kind), first) });
  }
  return offered;
};
