import type { Imported, JudgeProblem, JudgeReading, JudgeRow } from '../../core/review/judgeFile/importedAnswer';
import { type JudgeMap, type JudgeMapReading, readJudgeMap } from '../../core/review/judgeFile/judgeMap';
import { answersOfSample, type InspectSample, inspectSamples } from '../../core/review/judgeFile/readInspectScores';
import { readJudgeRows } from '../../core/review/judgeFile/readJudgeRows';
import { fieldAt, isFields } from '../../core/review/judgeFile/rowFields';
import type { OpenTrajectoryFiles } from '../../core/run/trajectory/trajectoryFiles';
import type { FilePort, Row } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { nameOf } from '../../core/study/studyPath';
import { inspectArchive } from './inspectArchive';

export interface JudgeFilePorts {
  readonly files: FilePort;
  /** For `.eval` archives. */
  readonly openTrajectory: OpenTrajectoryFiles;
}

const mostBytes = 512 * 1024 * 1024;
const mostDocument = 64 * 1024 * 1024;
const mostMap = 1024 * 1024;
const mostRows = 200_000;

/** Reads a mapping file. Throws InputFault where it can't be read. */
export const readMapFile = async ({ files }: JudgeFilePorts, path: string): Promise<JudgeMapReading> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file') throw new InputFault(`${path}: no such file.`);
  if (found.bytes > mostMap) throw new InputFault(`${path}: a mapping file of over 1 MiB isn't read.`);
  return readJudgeMap(new TextDecoder().decode(await files.readBytes(path, mostMap)), nameOf(path));
};

/** An object by id has the id as its key alone. */
const rowValue = ({ key, value }: Extract<Row, { kind: 'row' }>): unknown =>
  key !== null && isFields(value) && !Object.hasOwn(value, 'instance_id') ? { instance_id: key, ...value } : value;

const broken = (file: string, { place, reason }: Extract<Row, { kind: 'broken' }>): JudgeProblem => ({
  code: 'row',
  where: `${file} ${place}`,
  field: null,
  reason,
  line: null,
});

const readRows = async (
  { files }: JudgeFilePorts,
  path: string,
  map: JudgeMap | null,
  signal: AbortSignal | undefined,
): Promise<JudgeReading> => {
  const file = nameOf(path);
  const rows: JudgeRow[] = [];
  const problems: JudgeProblem[] = [];
  for await (const row of (await files.openRows(path, {}, signal)).rows) {
    if (rows.length + problems.length >= mostRows)
      throw new InputFault(`${path} has more than ${mostRows.toLocaleString('en-US')} rows; cut it in two.`);
    if (row.kind === 'broken') problems.push(broken(file, row));
    else {
      const line = row.span?.line ?? null;
      rows.push({ value: rowValue(row), place: { file, line, words: line === null ? row.place : `line ${line}` } });
    }
  }
  const reading = readJudgeRows(rows, map);
  return { ...reading, rows: rows.length + problems.length, problems: [...problems, ...reading.problems] };
};

const readSamples = (samples: readonly InspectSample[]): JudgeReading => {
  const answers: readonly Imported[] = samples.flatMap(answersOfSample);
  const leftOut = samples.flatMap(({ instanceId, scores, place }) =>
    instanceId !== null && scores.length > 0
      ? []
      : [
          {
            where: `${place.file} ${place.words}`,
            field: instanceId === null ? 'id' : 'scores',
            reason: instanceId === null ? 'The sample has no id; it names no instance.' : 'The sample has no score.',
          },
        ],
  );
  return { format: 'inspect', rows: samples.length, answers, problems: [], leftOut };
};

/** Samples of a log of Inspect as one JSON document; null where the file is none. */
const inspectDocument = async ({ files }: JudgeFilePorts, path: string, bytes: number) => {
  if (!/\.json$/i.test(path) || bytes > mostDocument) return null;
  const text = new TextDecoder().decode(await files.readBytes(path, mostDocument));
  try {
    const document: unknown = JSON.parse(text);
    return fieldAt(document, 'samples') === undefined ? null : inspectSamples(document, nameOf(path));
  } catch {
    return null;
  }
};

/**
 * Reads a file of judges' answers by its content: JSON lines, a JSON document, CSV or Parquet (by a map, or in a known
 * shape), a log of Inspect (`.eval` or `.json`). Throws InputFault where the file can't be read at all.
 */
export const readJudgeFile = async (
  ports: JudgeFilePorts,
  path: string,
  map: JudgeMap | null,
  signal?: AbortSignal,
): Promise<JudgeReading> => {
  const found = await ports.files.stat(path);
  if (found?.kind !== 'file') throw new InputFault(`${path}: no such file.`);
  if (found.bytes > mostBytes) throw new InputFault(`${path} is over 512 MiB and isn't read.`);
  if (/\.eval$/i.test(path)) return readSamples(await inspectArchive(ports.openTrajectory, path, signal));
  const samples = map === null ? await inspectDocument(ports, path, found.bytes) : null;
  return samples === null ? readRows(ports, path, map, signal) : readSamples(samples);
};
