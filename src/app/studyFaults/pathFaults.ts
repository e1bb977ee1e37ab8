import { shippedRubrics } from '../../core/review/rubric/shippedRubrics';
import type { FilePort } from '../../core/shared/files';
import { nearest } from '../../core/shared/nearest';
import { pathOfField } from '../../core/shared/yamlPlaces';
import type { NamedPath } from '../../core/study/studyNames';
import { folderOf, joinPath, nameOf } from '../../core/study/studyPath';
import type { StudyProblem } from '../../core/study/studyProblem';
import type { FaultContext } from './faultPorts';

/** Whether the path, with all links resolved, lies in the folder. */
export const isInside = async (files: FilePort, folder: string, path: string): Promise<boolean> => {
  const [root, real] = await Promise.all([files.realPath(folder), files.realPath(path)]);
  if (root === null || real === null) return false;
  const rest = real.slice(root.length);
  return real.startsWith(root) && (rest === '' || /^[/\\]/.test(rest) || /[/\\]$/.test(root));
};

const looksLikeId = (path: string): boolean => /^[a-z0-9-]+$/.test(path);

/** A rubric's id may stand for one that ships, or for `rubrics/<id>.yaml` of the study. */
const isRubric = async (files: FilePort, folder: string, path: string): Promise<boolean> => {
  if (!looksLikeId(path)) return false;
  return shippedRubrics.includes(path) || (await files.stat(joinPath(folder, `rubrics/${path}.yaml`))) !== null;
};

/** Names beside the missing one that may have been meant, as the study file would write them. */
const neighbours = async (files: FilePort, folder: string, path: string): Promise<readonly string[]> => {
  const parent = folderOf(joinPath(folder, path));
  if ((await files.stat(parent))?.kind !== 'folder') return [];
  const names = (await files.list(parent)).slice(0, 1000).map(({ name }) => name);
  const near = nearest(nameOf(path), names);
  return near === null ? [] : [`${path.slice(0, path.length - nameOf(path).length)}${near}`];
};

const absent = async ({ ports, read }: FaultContext, { field, path, builtIn }: NamedPath): Promise<StudyProblem> => {
  const { faults, folder } = read;
  const range = faults.places.ofPath(pathOfField(field));
  if (builtIn && looksLikeId(path)) {
    const near = nearest(path, shippedRubrics);
    const words = `${field}: no rubric "${path}" here. There are: ${shippedRubrics.join(', ')}.`;
    return faults.at('S007', field, range, words, near === null ? [] : [near]);
  }
  const words = `${field}: no file "${path}" (looked in ${folder}).`;
  return faults.at('S005', field, range, words, await neighbours(ports.files, folder, path));
};

const faultOf = async (context: FaultContext, said: NamedPath): Promise<StudyProblem | null> => {
  const { files } = context.ports;
  const { folder, faults } = context.read;
  if (said.builtIn && (await isRubric(files, folder, said.path))) return null;
  const path = joinPath(folder, said.path);
  const found = await files.stat(path);
  if (found === null || found.kind === 'other') return absent(context, said);
  if (said.outside || (await isInside(files, folder, path))) return null;
  return faults.ofField('S008', said.field, `${said.field}: "${said.path}" leaves the study's folder.`);
};

/** S005: files that aren't there. S008: links that lead out of the study's folder. */
export const pathFaults = async (context: FaultContext): Promise<readonly StudyProblem[]> => {
  const problems: StudyProblem[] = [];
  for (const said of context.read.paths) {
    context.signal?.throwIfAborted();
    const problem = await faultOf(context, said);
    if (problem) problems.push(problem);
  }
  return problems;
};
