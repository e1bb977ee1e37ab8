import type { VerifyPorts } from '../core/review/events/chainFiles';
import { readEventLine, type TouchstoneEvent } from '../core/review/events/event';
import type { Finding } from '../core/review/events/finding';
import { InputFault } from '../core/shared/problem';
import { boundElsewhere } from '../core/study/boundElsewhere';
import { instanceRuns } from '../core/study/instanceRuns';
import { joinPath, nameOf } from '../core/study/studyPath';
import { isStudyWarning } from '../core/study/studyProblem';
import { namedDatasets } from './namedDatasets';
import { openStudy } from './openStudy';
import type { CataloguePorts } from './openStudyRuns';
import { listDataset } from './readDatasetListing';
import { checkFaults } from './studyFaults/checkFaults';
import { readStudy } from './studyFile';
import { type Verification, verifyStudy } from './verifyStudy';

/** A study without verdicts has nothing to check; any other folder is none, and a wrong path must not pass as sound. */
const isStudy = async (ports: CataloguePorts, folder: string): Promise<boolean> => {
  const { studyFile, datasets, runs, evaluations } = await openStudy(ports, folder);
  return studyFile !== null || datasets.length + runs.length + evaluations.length > 0;
};

/**
 * Checks the verdict events of a study's folder, as `verifyStudy` does, and whether its instances were checked where its
 * study file requires that. Throws InputFault where the path is no folder,
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
  const verification = await verifyStudy(ports, folder);
  const findings = [...verification.findings, ...(await uncheckedInstances(ports, folder))];
  return { ...verification, findings, notes: [...verification.notes, ...(await replacedPatches(ports, folder))] };
};

/** Verdicts on patches that were replaced since. A study that can't be opened says nothing of its patches. */
const replacedPatches = async (ports: VerifyPorts & CataloguePorts, folder: string): Promise<readonly string[]> => {
  const events: TouchstoneEvent[] = [];
  for (const { path } of await ports.eventFiles(folder))
    for await (const line of ports.linesOf(path, { endsWhole: true })) {
      const read = readEventLine(line);
      if (read.kind === 'event' && read.event.type !== 'rubric.publish') events.push(read.event);
    }
  if (events.length === 0) return [];
  const catalogue = await openStudy(ports, folder).catch(() => null);
  return catalogue ? boundElsewhere(events, instanceRuns(catalogue).values()) : [];
};

/** S200: the study file wants base and gold run on every instance before anything is rated. */
const uncheckedInstances = async (ports: CataloguePorts, folder: string): Promise<readonly Finding[]> => {
  const read = await readStudy(ports.files, folder);
  if (read === null || read.study === null) return [];
  const list = ports.list ?? ((path: string, signal?: AbortSignal) => listDataset(ports.files, path, signal));
  const datasets = await namedDatasets({ files: ports.files, list }, read);
  const problems = await checkFaults({ ports, read, datasets, signal: undefined });
  return problems
    .filter((problem) => !isStudyWarning(problem))
    .map(({ line, reason }) => ({ file: nameOf(read.file), event: line, kind: 'dataset-check', text: reason }));
};
