import type { VerifyPorts } from '../core/review/events/chainFiles';
import { InputFault } from '../core/shared/problem';
import { joinPath } from '../core/study/studyPath';
import { openStudy } from './openStudy';
import type { CataloguePorts } from './openStudyRuns';
import { type Verification, verifyStudy } from './verifyStudy';

/** A study without verdicts has nothing to check; any other folder is none, and a wrong path must not pass as sound. */
const isStudy = async (ports: CataloguePorts, folder: string): Promise<boolean> => {
  const { studyFile, datasets, runs, evaluations } = await openStudy(ports, folder);
  return studyFile !== null || datasets.length + runs.length + evaluations.length > 0;
};

/**
 * Checks the verdict events of a study's folder, as `verifyStudy` does. Throws InputFault where the path is no folder,
 * or the folder holds neither verdicts nor anything of a study.
 */
export const verifyFolder = async (ports: VerifyPorts & CataloguePorts, folder: string): Promise<Verification> => {
  const found = await ports.files.stat(folder);
  if (found === null) throw new InputFault(`${folder}: no such folder. Check the path.`);
  if (found.kind !== 'folder') throw new InputFault(`${folder}: not a folder. Name the folder of the study.`);
  const events = await ports.files.stat(joinPath(folder, '.touchstone'));
  if (events !== null && events.kind !== 'folder')
    throw new InputFault(`${folder}: .touchstone is a file there; a folder with verdicts is expected. Move it away.`);
  if (events === null && !(await isStudy(ports, folder)))
    throw new InputFault(
      `${folder}: no study here: neither verdicts (.touchstone) nor touchstone.yaml, datasets or runs. Name the study's folder.`,
    );
  return verifyStudy(ports, folder);
};
