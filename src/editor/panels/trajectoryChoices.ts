import * as vscode from 'vscode';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { shownText } from '../../core/shared/shownText';
import { blindTitle } from '../../core/study/blind/blindPath';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { tableColumns } from '../../core/study/trajectoryTable/tableColumns';
import type { TableRow } from '../../core/study/trajectoryTable/tableRow';
import type { Services } from '../platform/services';

export type TrajectoryChoice = TableRow;

/** While somebody judges: what the rows name, and nothing that their files say. */
const choicesOf = ({ instanceId, runId, trajectories = [] }: InstanceRun): readonly TrajectoryChoice[] =>
  trajectories.map((path) => ({
    ...{ path, which: 0, name: blindTitle(path), instanceId, runId, model: null, attempt: null },
    ...{ outcome: null, outcomeFrom: null, facts: null, fault: null },
  }));

/** All trajectories of an instance that the open study has; none where no study is open. */
export const trajectoryChoices = async (
  { app, study, judging }: Services,
  instanceId: string,
): Promise<readonly TrajectoryChoice[]> => {
  if (study.folder === null) return [];
  if (judging.state !== null) return (await study.runsOf(instanceId)).flatMap(choicesOf);
  const table = await app.remote.trajectoryTable({ kind: 'instance', studyFolder: study.folder, instanceId });
  const rows: TableRow[] = [];
  try {
    for (let [age, isWhole] = [0, false]; !isWhole; ) {
      const next = await app.remote.trajectoryTableRows({ table, age, from: rows.length });
      if (next === null) break;
      ({ age, isWhole } = next);
      rows.splice(next.from, rows.length, ...next.rows);
    }
  } finally {
    await app.remote.trajectoryTableEnd({ table });
  }
  return rows.filter(({ facts }) => facts !== null);
};

/** Asks for one of several. */
export const pickTrajectory = async (
  choices: readonly TrajectoryChoice[],
  title: string,
): Promise<TrajectoryChoice | null> => {
  const items = choices.map((choice) => ({
    label: shownText(tableColumns.run.words(choice) || choice.name),
    description: [tableColumns.status.words(choice), outcomeWords(choice.outcome)].join(' · '),
    detail: shownText(choice.name),
    choice,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.choice ?? null;
};
