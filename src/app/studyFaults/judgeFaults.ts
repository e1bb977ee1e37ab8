import { shippedMajor, shippedRubrics } from '../../core/review/rubric/shippedRubrics';
import type { FilePort } from '../../core/shared/files';
import { readYaml } from '../../core/shared/yamlDocument';
import { joinPath, staysInside } from '../../core/study/studyPath';
import type { StudyProblem } from '../../core/study/studyProblem';
import type { FaultContext } from './faultPorts';

const largest = 1024 * 1024;

interface Used {
  readonly id: string;
  readonly major: number;
}

/** A rubric's id and major version as its file has them; null where there is no such file, or it says neither. */
const usedIn = async (files: FilePort, path: string): Promise<Used | null> => {
  if ((await files.stat(path))?.kind !== 'file') return null;
  const text = new TextDecoder().decode(await files.readBytes(path, largest));
  const document = readYaml(text).document;
  const [id, version] = [document?.get('id'), document?.get('version')];
  const major = Number.parseInt(String(version), 10);
  return typeof id === 'string' && Number.isSafeInteger(major) ? { id, major } : null;
};

/** The study's own file first, as where a verdict is given; else the one that ships. */
const usedBy = async ({ ports, read }: FaultContext, name: string): Promise<Used | null> => {
  const own = staysInside(name) ? [joinPath(read.folder, name), joinPath(read.folder, `rubrics/${name}.yaml`)] : [];
  for (const path of own) {
    const found = await usedIn(ports.files, path);
    if (found) return found;
  }
  return shippedRubrics.includes(name) ? { id: name, major: shippedMajor } : null;
};

/** S144: a judge that answers another major version of a rubric than the study uses; those aren't pooled. */
export const judgeFaults = async (context: FaultContext): Promise<readonly StudyProblem[]> => {
  const { study, faults } = context.read;
  const asked = study?.judges.some(({ rubric }) => rubric !== null) ? study : null;
  if (asked === null) return [];
  const names = new Set([asked.rubric, ...Object.values(asked.rubricByTaskType)]);
  const used: Used[] = [];
  for (const name of names) used.push(...[await usedBy(context, name)].flatMap((one) => one ?? []));
  return asked.judges.flatMap(({ id, rubric }, index) => {
    const [, name, major] = /^(.+)@(\d+)$/.exec(rubric ?? '') ?? [];
    const same = used.filter((one) => one.id === name);
    const [first] = same;
    if (first === undefined || same.some((one) => one.major === Number(major))) return [];
    const words = `judge ${id} answers ${name}@${major}; the study uses @${first.major}.`;
    return [faults.ofField('S144', `judges[${index}].rubric`, words)];
  });
};
