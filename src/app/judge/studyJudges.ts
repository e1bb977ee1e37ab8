import type { JudgeReading } from '../../core/review/judgeFile/importedAnswer';
import type { JudgeMap } from '../../core/review/judgeFile/judgeMap';
import { InputFault } from '../../core/shared/problem';
import type { JudgeEntry, StudyCatalogue } from '../../core/study/catalogue';
import { countsOf, type JudgeCounts } from '../../core/study/judges/importWords';
import { type JudgeJoin, joinJudge } from '../../core/study/judges/joinJudge';
import { type JudgeFilePorts, readJudgeFile, readMapFile } from './readJudgeFile';

/** A judge of a study with its answers, joined to the items. */
export interface ReadJudge {
  readonly id: string;
  /** `id@major`; null: the study's. */
  readonly rubric: string | null;
  readonly reading: JudgeReading;
  readonly join: JudgeJoin;
  readonly counts: JudgeCounts;
  /** The map's own faults that let it be used all the same. */
  readonly mapProblems: JudgeReading['problems'];
  /** Why nothing could be read at all; null where it could. */
  readonly fault: string | null;
}

const nothing: JudgeReading = { format: 'touchstone', rows: 0, answers: [], problems: [], leftOut: [] };

/** Of a file with the answers of several judges (the scorers of a log) those of the one that is named, where it is one. */
const ofJudge = (reading: JudgeReading, id: string): JudgeReading => {
  const names = new Set(reading.answers.map(({ judge }) => judge));
  if (names.size < 2 || !names.has(id)) return reading;
  const others = reading.answers.filter(({ judge }) => judge !== id);
  const leftOut = others.map(({ place, judge }) => ({
    where: `${place.file} ${place.words}`,
    field: null,
    reason: `An answer of ${judge ?? 'no named judge'}, not of ${id}.`,
  }));
  return {
    ...reading,
    answers: reading.answers.filter(({ judge }) => judge === id),
    leftOut: [...reading.leftOut, ...leftOut],
  };
};

const unread = (entry: JudgeEntry, fault: string, mapProblems: JudgeReading['problems'] = []): ReadJudge => {
  const join = joinJudge([], { runs: [], evaluations: [], datasets: [] });
  const rubric = entry.rubric ?? null;
  return { id: entry.id, rubric, reading: nothing, join, counts: countsOf(nothing, join), mapProblems, fault };
};

/** Reads one judge's file and joins it. What can't be read is `fault`. Rejects only where `signal` is aborted. */
export const readJudge = async (
  ports: JudgeFilePorts,
  entry: JudgeEntry,
  catalogue: StudyCatalogue,
  signal?: AbortSignal,
): Promise<ReadJudge> => {
  try {
    const mapped = entry.map ? await readMapFile(ports, entry.map) : null;
    if (mapped !== null && mapped.map === null) {
      const [first] = mapped.problems;
      return unread(entry, `${first?.where}: ${first?.reason}`, mapped.problems);
    }
    const map: JudgeMap | null = mapped?.map ?? null;
    const reading = ofJudge(await readJudgeFile(ports, entry.path, map, signal), entry.id);
    const join = joinJudge(reading.answers, catalogue);
    const rubric = entry.rubric ?? map?.rubric ?? null;
    const mapProblems = mapped?.problems ?? [];
    return { id: entry.id, rubric, reading, join, counts: countsOf(reading, join), mapProblems, fault: null };
  } catch (error) {
    if (error instanceof InputFault) return unread(entry, error.message);
    throw error;
  }
};

/** All judges of a study, in its order. */
export const readJudges = async (
  ports: JudgeFilePorts,
  catalogue: StudyCatalogue,
  signal?: AbortSignal,
): Promise<readonly ReadJudge[]> => {
  const read: ReadJudge[] = [];
  for (const entry of catalogue.judges) read.push(await readJudge(ports, entry, catalogue, signal));
  return read;
};
