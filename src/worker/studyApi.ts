import { gradeEvaluation } from '../app/gradeEvaluation';
import { gradeRepeats, repeatFolders } from '../app/gradeRepeatFolders';
import { recordedRules } from '../app/ownRecord';
import type { VerdictSummary as Folded } from '../app/readVerdicts';
import type { Grade } from '../core/evaluation/grade/grade';
import { rulesUnderSetting } from '../core/evaluation/rules/defaultRules';
import type { FilePort } from '../core/shared/files';
import type { AppApi, VerdictSummary } from '../protocol/app';
import type { GradedEvaluation } from '../protocol/gradedEvaluation';
import type { ReadingApi } from '../protocol/worker';
import { datasetId } from './datasetsBeside';
import type { OpenedStudy } from './openedStudy';
import { datasetOverview, studyOverview } from './studyOverview';
import { studyPage, wordOf } from './studyPage';

type StudyApi = Pick<
  AppApi,
  'openStudy' | 'readRuns' | 'instancePage' | 'gradeEvaluation' | 'verdicts' | 'listDataset'
>;

/** Results of tests that are not required are shown up to this many; a log may hold hundreds of thousands. */
const mostOthers = 20_000;

/** The study as it was last opened, and what is said of it: pages, grades, verdicts. */
export const studyApi = (files: FilePort, reading: ReadingApi, study: OpenedStudy): StudyApi => {
  const instanceOf = (q: { readonly datasetPath: string; readonly instanceId: string }) => reading.readInstance(q);
  return {
    openStudy: async ({ folder, beside }) => {
      const { shown, isReading, number } = await study.begin(folder, beside);
      return studyOverview(shown, study.partsIn(shown), isReading ? number : null);
    },
    readRuns: async ({ opening }) => {
      const begun = await study.wholeOf(opening);
      return begun && { overview: studyOverview(begun.shown, study.partsIn(begun.shown)), fault: begun.fault };
    },
    listDataset: async ({ path }) => datasetOverview(datasetId(path), path, await reading.listDataset({ path })),
    instancePage: (q) => studyPage({ files, reading, study }, q),
    gradeEvaluation: async ({ datasetPath, instanceId, folder, rules }) => {
      const instance = await instanceOf({ datasetPath, instanceId });
      if (!instance) return null;
      const asked = (await recordedRules(files, folder)) ?? rulesUnderSetting(instance, rules);
      const grade = await gradeEvaluation(files, instance, folder, asked);
      const folders = await repeatFolders(files, folder);
      const repeats = await gradeRepeats(files, instance, folders, asked, new Map([[folder, grade]]));
      return grade && { ...shown(grade), repeats };
    },
    verdicts: async ({ studyFolder }) => (await study.readPeople(studyFolder)).all.flatMap(flat),
  };
};

const flat = ({ instance, patchHash, raters }: Folded['all'][number]): VerdictSummary[] =>
  raters.map(({ rater, overall, at, event }) => ({
    instanceId: instance,
    patchHash,
    rater,
    overall: wordOf(overall),
    at,
    eventId: event,
  }));

const shown = (grade: Grade): GradedEvaluation => {
  const required = new Set(grade.tests.map(({ name }) => name));
  const others = [...grade.results].filter(([name]) => !required.has(name)).slice(0, mostOthers);
  const { id: _id, results: _results, ...said } = grade;
  return { ...said, others: others.map(([name, result]) => ({ name, ...result })) };
};
