import * as vscode from 'vscode';
import { hiddenWords } from '../../core/study/evidence/hiddenWords';
import { type GoldSays, testsEvidence } from '../../core/study/evidence/testsEvidence';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { defaultBlinding } from '../../core/study/studyFile';
import type { RequiredTestsShown } from '../../protocol/evidencePages';
import type { GradedEvaluation } from '../../protocol/gradedEvaluation';
import { testOutputUri } from '../documents/uris';
import type { Item } from '../platform/currentItem';
import { commands } from '../platform/ids';
import type { Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { type EvidencePage, lookedAt, nameOfItem } from './evidenceView';

const nothing: RequiredTestsShown = {
  kind: 'none',
  message: 'No run is looked at. Choose one of an instance, or judge an item.',
};

/** Host side of the view of required tests. */
export const requiredTestsPage = (services: Services): EvidencePage<RequiredTestsShown> => ({
  page: 'requiredTests',
  title: 'Required Tests',
  build: () => build(services),
  failed: (message) => ({ kind: 'none', message }),
  actions: {
    openLog: async ({ line }: { readonly line: number }) => {
      const found = await lookedAt(services);
      if (found) await vscode.commands.executeCommand(commands.openTestOutput, found.item, line);
      return null;
    },
    addEvidence: async ({ line }: { readonly line: number }) => {
      const found = await lookedAt(services);
      const uri = found && logOf(found.item);
      if (uri) await vscode.commands.executeCommand(commands.addEvidence, { uri, line });
      return null;
    },
  },
});

const withLog = ({ evaluations }: InstanceRun) => evaluations.find(({ hasLog }) => hasLog) ?? null;

const logOf = (item: Item): vscode.Uri | null => {
  const evaluation = item.run && withLog(item.run);
  return evaluation && testOutputUri(item, evaluation.runId, evaluation.model, evaluation.folder);
};

const gradeOf = ({ app }: Services, { datasetPath, instanceId }: Item, run: InstanceRun) => {
  const [first] = run.evaluations;
  const rules = first?.rules ?? runSettings().ruleSet;
  return first ? app.remote.gradeEvaluation({ datasetPath, instanceId, folder: first.folder, rules }) : null;
};

/** Gold stands beside, as far as it may be told. */
const goldOf = async (services: Services, item: Item, isHidden: boolean): Promise<GoldSays> => {
  if (isHidden) return { kind: 'words', words: 'hidden while you judge' };
  const gold = (await services.study.runsOf(item.instanceId)).find(({ kind }) => kind === 'gold');
  const grade: GradedEvaluation | null = gold ? await gradeOf(services, item, gold) : null;
  return grade === null ? { kind: 'words', words: 'not evaluated' } : { kind: 'graded', grade };
};

const build = async (services: Services): Promise<RequiredTestsShown> => {
  const found = await lookedAt(services);
  if (found === null || found.item.run === null) return nothing;
  const { item, isJudged } = found;
  const run = (await services.study.runOf(item.instanceId, found.item.run.key)) ?? found.item.run;
  const hidden = run.blind?.hidden ?? [];
  const { tests: until } = services.study.catalogue?.blinding ?? defaultBlinding;
  if (hidden.includes('tests')) return { kind: 'hidden', ...hiddenWords(until, 'tests') };
  const grade = await gradeOf(services, item, run);
  const name = nameOfItem(item);
  if (run.evaluations.length === 0)
    return { kind: 'none', message: `${name} was not evaluated: its tests have no results yet.` };
  if (grade === null)
    return {
      kind: 'none',
      message: `${name} was evaluated, and neither a log nor a file of results tells of its tests.`,
    };
  const evidence = testsEvidence(grade, await goldOf(services, item, hidden.includes('gold')));
  return { kind: 'tests', item: name, evidence, hasLog: withLog(run) !== null, isJudged };
};
