import { InputFault } from '../../core/shared/problem';
import { withStudyEntry } from '../../core/study/addStudyEntry';
import type { StudyCatalogue } from '../../core/study/catalogue';
import { countWords, judgeWarnings } from '../../core/study/judges/importWords';
import { joinPath, nameOf, pathBelow } from '../../core/study/studyPath';
import { mapBeside } from '../openStudyJudges';
import { isInside } from '../studyFaults/pathFaults';
import { type JudgeFilePorts, readMapFile } from './readJudgeFile';
import { type ReadJudge, readJudge } from './studyJudges';

export interface JudgeImportPorts extends JudgeFilePorts {
  /** Replaces a text file as a whole. Throws EnvironmentFault. */
  writeText(path: string, text: string): Promise<void>;
}

export interface JudgeImportRequest {
  readonly catalogue: StudyCatalogue;
  /** Absolute. */
  readonly path: string;
  /** Absolute; null: `<stem>.map.yaml` beside the file, where there is one. */
  readonly map: string | null;
  /** Null: the map's or the file's own word; the file's stem where there is none, or another judge has that id. */
  readonly judge: string | null;
}

/** What an import would do; nothing is written yet. */
export interface JudgeImport {
  readonly judge: string;
  /** Below the study's folder, with `/`. */
  readonly path: string;
  readonly map: string | null;
  readonly rubric: string | null;
  readonly read: ReadJudge;
  /** "13 joined, 2 contradictions queued". */
  readonly words: string;
  /** W141, W142. */
  readonly warnings: readonly string[];
  /**
   * What adding it does: an entry in the study file; nothing, for there is no study file and `judge/` is read as it lies; or
   * nothing, for the file names it already, or no answer joins an item.
   */
  readonly adds: 'entry' | 'as-it-lies' | 'stands-there' | 'nothing-joins';
}

const below = async ({ files }: JudgeFilePorts, root: string, path: string, what: string): Promise<string> => {
  const said = pathBelow(root, path);
  if (said === null || !(await isInside(files, root, path)))
    throw new InputFault(
      `${path} lies outside the study's folder ${root}. Copy ${what} below it, for example into judge/.`,
    );
  return said;
};

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64);

const checkedId = (id: string): string => {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(id))
    throw new InputFault(`judge "${id}": an id has small letters, digits, ".", "_", "-", at most 64. Give --judge.`);
  return id;
};

/** The judge that all rows name; null where they name none or several. */
const namedIn = ({ reading }: ReadJudge): string | null => {
  const names = new Set(reading.answers.map(({ judge }) => judge));
  const [only] = names;
  return names.size === 1 ? (only ?? null) : null;
};

const rubricIn = ({ rubric, reading }: ReadJudge): string | null => {
  const named = new Set(reading.answers.map((answer) => (answer.kind === 'answer' ? answer.rubric : null)));
  const [only] = named;
  return rubric ?? (named.size === 1 ? (only ?? null) : null);
};

/** What the judge is called: as the person says, else as map or rows do, else, where that is taken, as its file. */
const freeId = ({ judges }: StudyCatalogue, path: string, wanted: string | null, named: string | null): string => {
  const stem = nameOf(path).replace(/\.[^.]+$/, '');
  if (wanted !== null) return checkedId(wanted);
  const id = idOf(named ?? stem);
  const isTaken = judges.some((one) => one.id === id && one.path !== path);
  return checkedId(isTaken ? idOf(stem) : id);
};

const joins = ({ counts }: ReadJudge): boolean => counts.joined + counts.pairs > 0;

const addsOf = (catalogue: StudyCatalogue, judge: string, path: string, said: string): JudgeImport['adds'] => {
  if (catalogue.judges.some((one) => one.path === path)) return 'stands-there';
  const other = catalogue.judges.find(({ id }) => id === judge);
  if (catalogue.studyFile !== null && other === undefined) return 'entry';
  if (catalogue.studyFile !== null)
    throw new InputFault(
      `The study has a judge "${judge}" already (${other?.path}). Give this one another id (--judge).`,
    );
  if (/^judge\/[^/]+$/.test(said)) return 'as-it-lies';
  throw new InputFault(
    `There is no touchstone.yaml, so judges' files are read from judge/ as they lie. Put ${nameOf(path)} there, or write a study file.`,
  );
};

/**
 * Reads a judge's file for a study and says what comes of it. Throws InputFault where the file or the map can't be read, or
 * lies outside the study's folder.
 */
export const planJudgeImport = async (
  ports: JudgeFilePorts,
  { catalogue, path, map: asked, judge: wanted }: JudgeImportRequest,
  signal?: AbortSignal,
): Promise<JudgeImport> => {
  const said = await below(ports, catalogue.root, path, 'the file');
  const map = asked ?? (await mapBeside(ports.files, path));
  const mapSaid = map === null ? null : await below(ports, catalogue.root, map, 'the map');
  const named = map === null ? null : (await readMapFile(ports, map)).map?.judge;
  const stem = nameOf(path).replace(/\.[^.]+$/, '');
  const entry = { id: wanted ?? named ?? stem, path, ...(map === null ? {} : { map }) };
  const read = await readJudge(ports, entry, catalogue, signal);
  if (read.fault !== null) throw new InputFault(read.fault);
  const judge = freeId(catalogue, path, wanted, named ?? namedIn(read));
  return {
    judge,
    path: said,
    map: mapSaid,
    rubric: rubricIn(read),
    read,
    words: countWords(read.counts),
    warnings: judgeWarnings(read.counts),
    adds: joins(read) ? addsOf(catalogue, judge, path, said) : 'nothing-joins',
  };
};

/** Enters the judge into the study file, comments kept. Gives the file that was changed; null where nothing was to be done. */
export const addJudge = async (
  { files, writeText }: Pick<JudgeImportPorts, 'files' | 'writeText'>,
  { studyFile, root }: StudyCatalogue,
  { judge, path, map, rubric, adds }: JudgeImport,
): Promise<string | null> => {
  if (adds !== 'entry' || studyFile === null) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readBytes(studyFile, 2 * 1024 * 1024));
  const more = { ...(map === null ? {} : { map }), ...(rubric === null ? {} : { rubric }) };
  const next = withStudyEntry(text, 'judges', { id: judge, path, ...more });
  if (next === null)
    throw new InputFault(
      `${studyFile}: "${judge}" could not be entered; mend the file first (${joinPath(root, path)}).`,
    );
  await writeText(studyFile, next);
  return studyFile;
};
