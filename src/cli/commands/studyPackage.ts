import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { openStudy } from '../../app/openStudy';
import { waitsFor } from '../../app/queueGather';
import { raterPackage } from '../../app/raterPackage';
import { readPredictions } from '../../app/readPredictions';
import { readRawRow } from '../../app/readRawRow';
import { verdictsOf } from '../../app/readVerdicts';
import { StudyRows } from '../../app/studyRows';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { instanceRuns } from '../../core/study/instanceRuns';
import { nodeFiles } from '../../io/files/nodeFiles';
import { rowSeek } from '../../io/index/rowSeek';
import { systemClock } from '../../io/jobs/systemClock';
import { readEvents } from '../../io/store/readEvents';
import { sha256 } from '../../io/store/sha256';
import { studyPaths } from '../../io/store/studyPaths';
import { writeTextFile } from '../../io/store/writeTextFile';
import { jsonText } from '../jsonText';
import { printable } from '../printable';
import { writeLine } from './writeLine';

interface PackageOptions {
  readonly study: string;
  readonly rater: string;
  readonly to: string;
  readonly json?: boolean;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ports = {
  sha256,
  readRow: async (path: string, id: string) => {
    if ((await nodeFiles.stat(path))?.kind !== 'file') return null;
    const row = await readRawRow({ files: nodeFiles, seek: rowSeek }, path, id, null);
    return isFields(row) ? row : null;
  },
  readPatch: async (path: string, id: string) => {
    const { predictions } = await readPredictions(nodeFiles, path);
    return predictions.find(({ instanceId }) => instanceId === id)?.patch ?? null;
  },
  readText: (path: string) => readFile(path, 'utf8'),
};

/** An empty folder, or none yet: what lies there is somebody's. */
const emptyFolder = async (folder: string): Promise<void> => {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputFault(`--to ${folder}: ${error.message}. Name a folder that is empty or not there yet.`);
  });
  if (found.length > 0) throw new InputFault(`--to ${folder}: the folder isn't empty. Name another one.`);
};

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeTextFile(path, text);
};

const run = async ({ study, rater, to, json }: PackageOptions): Promise<void> => {
  const [root, folder] = [resolve(study), resolve(to)];
  if (`${folder}/`.startsWith(`${root}/`)) throw new InputFault(`--to ${to}: a package lies outside of the study.`);
  await emptyFolder(folder);
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, root);
  const parts = new StudyRows(catalogue, instanceRuns(catalogue), () => '');
  const rows = parts.toJudge().filter(waitsFor(await verdictsOf(readEvents(root)), rater));
  const [salt, now] = [randomBytes(16).toString('hex'), systemClock.now()];
  const datasetOf = (instanceId: string) => parts.datasetOf(instanceId);
  const { files, map, leftOut } = await raterPackage(ports, { catalogue, rater, rows, datasetOf, salt, now });
  for (const { path, text } of files) await write(join(folder, path), text);
  const own = studyPaths(root, catalogue.studyId).private;
  const mapFile = join(own, 'packages', `${rater}-${now.replace(/[:.]/g, '-')}.json`);
  await write(join(own, '.gitignore'), '*\n');
  await write(mapFile, jsonText({ rater, folder, made: now, letters: map }, 2));
  if (json) await writeLine(jsonText({ folder, items: map.length, map: mapFile, leftOut }));
  else {
    for (const reason of leftOut) await writeLine(printable(`left out: ${reason}`));
    await writeLine(
      `${counted(map.length, 'item')} for ${printable(rater)} in ${printable(folder)}; the letters are told by`,
    );
    await writeLine(printable(mapFile));
  }
  if (leftOut.length > 0) process.exitCode = 1;
};

/** `touchstone study package`: a folder for a rater in which nothing tells. */
export const addStudyCommand = (program: Command): void => {
  program
    .command('study')
    .description('a study as a whole')
    .command('package')
    .description(
      'a folder for one rater: statements, patches under letters, the rubric; no judges, logs, names or other raters',
    )
    .addOption(new Option('--for <whom>', 'for whom').choices(['raters']).makeOptionMandatory())
    .requiredOption('--rater <id>', 'whose folder it is')
    .requiredOption('--to <folder>', 'where it is made: empty, or not there yet; outside of the study')
    .option('--study <folder>', 'the study', '.')
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<PackageOptions>()));
};
