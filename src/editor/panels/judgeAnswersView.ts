import { hiddenWords } from '../../core/study/evidence/hiddenWords';
import type { JudgeAnswersShown } from '../../protocol/evidencePages';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';
import { type EvidencePage, lookedAt, nameOfItem } from './evidenceView';

/** Host side of the view of judges' answers. */
export const judgeAnswersPage = (services: Services): EvidencePage<JudgeAnswersShown> => ({
  page: 'judgeAnswers',
  title: 'Judges',
  build: () => build(services),
  failed: (message) => ({ kind: 'none', message }),
  actions: {},
});

const build = async (services: Services): Promise<JudgeAnswersShown> => {
  const found = await lookedAt(services);
  if (found === null || found.item.run === null)
    return { kind: 'none', message: 'No run is looked at. Choose one of an instance, or judge an item.' };
  const { item } = found;
  const said = await services.app.remote.judgeAnswers({
    studyFolder: await services.study.ready(),
    instanceId: item.instanceId,
    runId: found.item.run.runId,
    rater: null,
    you: raterSetting(),
  });
  if (said.kind === 'hidden') return { kind: 'hidden', ...hiddenWords(said.until, 'judge') };
  const { answers, yours, questions } = said;
  const name = nameOfItem(item);
  return answers.length === 0
    ? { kind: 'none', message: `No judge of the study says anything of ${name}. "Import Judge File..." adds one.` }
    : { kind: 'answers', item: name, answers, yours, questions };
};
