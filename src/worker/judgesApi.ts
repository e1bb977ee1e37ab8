import { addJudge, type JudgeImport, planJudgeImport } from '../app/judge/importJudge';
import { judgeAnswersOn, judgesShown } from '../app/judge/judgeAnswers';
import { ownAnswers } from '../app/judge/ownAnswers';
import type { JudgeFilePorts } from '../app/judge/readJudgeFile';
import { studyJudgeReport } from '../app/judge/studyJudgeReport';
import { type ReadJudge, readJudges } from '../app/judge/studyJudges';
import type { StudyCatalogue } from '../core/study/catalogue';
import { countWords, faultWords, labelWords } from '../core/study/judges/importWords';
import { contradicting, subjectWords } from '../core/study/judges/joinJudge';
import { judgeReportLines } from '../core/study/judges/report/reportLines';
import { defaultBlinding } from '../core/study/studyFile';
import { nameOf } from '../core/study/studyPath';
import { readEvents, readEventsOf } from '../io/store/readEvents';
import { writeTextFile } from '../io/store/writeTextFile';
import type {
  JudgeAnswer,
  JudgeImportQuery,
  JudgeOverview,
  JudgePreview,
  JudgesApi,
  OwnAnswers,
} from '../protocol/judges';
import type { OpenedStudy } from './openedStudy';

const firstRows = 5;
const namedAtMost = 1000;

/** That of the command line, so that both give the same intervals. */
const reportSeed = 1;

const overviewOf = ({ id, counts, fault }: ReadJudge): JudgeOverview => ({
  id,
  words: fault ?? countWords(counts),
  hasFaults: fault !== null || counts.faults + counts.notJoined > 0,
});

const faultsOf = ({ read, map }: JudgeImport): readonly string[] => {
  const { reading, join, mapProblems } = read;
  const mapName = map === null ? null : nameOf(map);
  return [
    ...[...mapProblems, ...reading.problems].map((problem) => faultWords(problem, mapName)),
    ...join.notJoined.map(({ place, subject, reason }) => `${place.words}, ${subject}: not joined, ${reason}.`),
    ...reading.leftOut.map(({ where, reason }) => `${where}: ${reason}`),
  ];
};

const previewOf = (plan: JudgeImport): JudgePreview => {
  const { judge, words, adds, map, read } = plan;
  const faults = faultsOf(plan);
  return {
    judge,
    words,
    adds,
    map: map === null ? null : nameOf(map),
    rows: read.reading.answers.slice(0, firstRows).map((answer) => ({
      place: answer.place.words,
      subject: subjectWords(answer),
      said: (answer.said ?? '').slice(0, 200),
      label: answer.kind === 'answer' ? labelWords(answer) : (answer.winner ?? `no label (${answer.reason})`),
      rationale: (answer.rationale ?? '').slice(0, 500),
    })),
    faults: faults.slice(0, namedAtMost),
    faultCount: faults.length,
    contradictions: contradicting(read.join)
      .slice(0, namedAtMost)
      .flatMap(({ answer, contradictions }) => contradictions.map((one) => `${answer.place.words}: ${one}`)),
  };
};

/** The judges of the study that is open, read once for each time that it was opened. */
export class JudgesDesk {
  private readonly read = new WeakMap<StudyCatalogue, Promise<readonly ReadJudge[]>>();

  constructor(
    readonly ports: JudgeFilePorts,
    readonly study: OpenedStudy,
    /** What the study's rubric asks, by criterion; nothing where it can't be read. */
    readonly questionsOf: (study: StudyCatalogue) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  ) {}

  async of(studyFolder: string): Promise<readonly ReadJudge[]> {
    const catalogue = await this.study.of(studyFolder);
    const judges = this.read.get(catalogue) ?? readJudges(this.ports, catalogue);
    this.read.set(catalogue, judges);
    return judges;
  }

  /** Answers on an item; none where the study hides them, whoever asks after a verdict or before. */
  async answers(
    studyFolder: string,
    item: { readonly instanceId: string; readonly runId: string },
    hasVerdict: boolean,
  ) {
    const { blinding = defaultBlinding } = await this.study.of(studyFolder);
    if (!judgesShown(blinding.judge, hasVerdict)) return null;
    return judgeAnswersOn(await this.of(studyFolder), item.instanceId, item.runId);
  }

  /** Those that a verdict on the item opens; that they can't be read stops no verdict. */
  async revealed(studyFolder: string, instanceId: string, runId: string): Promise<readonly JudgeAnswer[]> {
    return (await this.answers(studyFolder, { instanceId, runId }, true).catch(() => null)) ?? [];
  }

  /** What one person says of the item; null where no verdict stands, or where nobody is asked about. */
  async yours(
    studyFolder: string,
    instanceId: string,
    runId: string,
    you: string | undefined,
  ): Promise<OwnAnswers | null> {
    if (you === undefined) return null;
    const rows = (await this.study.rowsOf(studyFolder)).get(instanceId) ?? [];
    const row = rows.find((one) => one.runId === runId);
    return row === undefined ? null : ownAnswers(readEventsOf(studyFolder, you), instanceId, row.patchHash);
  }

  async hasVerdict(studyFolder: string, instanceId: string, runId: string, rater: string): Promise<boolean> {
    const rows = (await this.study.rowsOf(studyFolder)).get(instanceId) ?? [];
    const people = await this.study.people(studyFolder);
    return rows.some(
      (row) =>
        row.runId === runId && people.of(instanceId, row.patchHash)?.raters.some((one) => one.rater === rater) === true,
    );
  }
}

/** Judges' answers on items, and their files as they are imported. */
export const judgesApi = (desk: JudgesDesk): JudgesApi => {
  const { ports, study } = desk;
  const plan = async ({ studyFolder, path, map }: JudgeImportQuery) => {
    const catalogue = await study.of(studyFolder);
    return { catalogue, plan: await planJudgeImport(ports, { catalogue, path, map, judge: null }) };
  };
  return {
    judgeAnswers: async ({ studyFolder, instanceId, runId, rater, you }) => {
      const catalogue = await study.of(studyFolder);
      const until = (catalogue.blinding ?? defaultBlinding).judge;
      const isShown =
        rater === null || judgesShown(until, await desk.hasVerdict(studyFolder, instanceId, runId, rater));
      if (!isShown) return { kind: 'hidden', until };
      return {
        kind: 'shown',
        answers: judgeAnswersOn(await desk.of(studyFolder), instanceId, runId),
        yours: await desk.yours(studyFolder, instanceId, runId, you),
        questions: await desk.questionsOf(catalogue),
      };
    },
    judges: async ({ studyFolder }) => (await desk.of(studyFolder)).map(overviewOf),
    previewJudge: async (q) => previewOf((await plan(q)).plan),
    importJudge: async (q) => {
      const found = await plan(q);
      const studyFile = await addJudge({ ...ports, writeText: writeTextFile }, found.catalogue, found.plan);
      return { words: found.plan.words, studyFile };
    },
    judgeReport: async ({ studyFolder }) => {
      const report = await studyJudgeReport({ ...ports, readEvents }, await study.of(studyFolder), reportSeed);
      return { text: `${judgeReportLines(report).join('\n')}\n` };
    },
  };
};
