import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { OfferedRubric, RubricChoice } from '../../protocol/rubrics';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import type { Judged } from './judged';

const keptIn = 'touchstone.rubrics';
type Kept = Readonly<Record<string, string>>;

/** What a choice is remembered for: items of one unit and the same task types. */
const keyOf = ({ unit }: Judged, { taskTypes }: RubricChoice): string =>
  [unit?.kind ?? 'prediction', ...taskTypes].join(' ');

const itemOf = (rubric: OfferedRubric, own: OfferedRubric | null) => ({
  label: shownText(rubric.title),
  description: [`${rubric.id} ${rubric.version}`, ...(own?.name === rubric.name ? ["the study's"] : [])].join(' · '),
  detail: `about ${rubric.expectedSeconds} s an item`,
  rubric,
});

const ask = async ({ fitting, own, why }: RubricChoice): Promise<OfferedRubric | null> => {
  const chosen = await vscode.window.showQuickPick(
    fitting.map((one) => itemOf(one, own)),
    { title: 'By Which Rubric?', placeHolder: why ?? 'Remembered for items of this kind' },
  );
  return chosen?.rubric ?? null;
};

/** Who asks: `person`: a list where several apply; `always`: a list in any case; `nobody`: the first that applies. */
export type Asking = 'person' | 'always' | 'nobody';

/**
 * The item with the rubric that it is judged by: what was chosen before for such items, else the study's own, else the one
 * that applies; where several do, the person's choice, which is remembered. Null: the person turned away.
 */
export const withRubric = async (services: Services, item: Judged, asking: Asking): Promise<Judged | null> => {
  const { app, context, study } = services;
  if (item.rubric !== undefined && asking !== 'always') return item;
  const { datasetPath, instanceId, run } = item;
  const studyFolder = study.catalogue?.root ?? '';
  const unit = item.unit?.kind ?? 'prediction';
  const choice = await app.remote.rubricsFor({
    ...{ datasetPath, instanceId, studyFolder, unit },
    ...{ outcome: run?.outcome ?? null, patchHash: run?.patchHash ?? null, rater: raterSetting() },
  });
  const kept = context.workspaceState.get<Kept>(keptIn, {});
  const key = keyOf(item, choice);
  const before = choice.fitting.find(({ name }) => name === kept[key]) ?? choice.own;
  const single = choice.fitting.length < 2 || asking === 'nobody' ? (choice.fitting[0] ?? null) : null;
  const known = asking === 'always' ? null : (before ?? single);
  const chosen = known ?? (choice.fitting.length > 0 ? await ask(choice) : null);
  // Nothing applies: the form says why, by the study's own.
  if (chosen === null) return choice.fitting.length === 0 ? item : null;
  if (chosen !== known) await context.workspaceState.update(keptIn, { ...kept, [key]: chosen.name });
  const notice = unit === 'prediction' && choice.why !== null ? { notice: choice.why } : {};
  return { ...item, rubric: chosen.name, ...notice };
};
