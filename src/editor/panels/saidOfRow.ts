import { hiddenWords } from '../../core/study/evidence/hiddenWords';
import type { VerdictSummary } from '../../protocol/app';
import type { EarlierVerdict, RowSays } from '../../protocol/instancePage';
import type { InstanceRef } from '../../protocol/instanceRef';
import type { Services } from '../platform/services';
import { raterSetting } from '../platform/settings';

const verdictOf = ({ rater, overall, at }: VerdictSummary): EarlierVerdict => ({
  ...{ rater, isYours: rater === raterSetting(), at },
  overall: overall === null ? 'two verdicts stand' : overall === 'cannot_judge' ? 'cannot judge' : overall,
});

/** What judges and people say of one row of an instance's page, as far as who judges it may know. */
export const saidOf = async (services: Services, ref: InstanceRef, runKey: string): Promise<RowSays | null> => {
  const { study, app } = services;
  const run = await study.runOf(ref.instanceId, runKey);
  if (run === null || run === undefined || run.kind !== 'prediction') return null;
  const { instanceId, runId, patchHash } = run;
  const query = { studyFolder: await study.ready(), instanceId, runId, rater: null, you: raterSetting() };
  const said = await app.remote.judgeAnswers(query);
  const verdicts = study.verdictsOf({ instanceId, patchHash }).map(verdictOf);
  return {
    ...{ runKey, label: runId },
    judges: said.kind === 'hidden' ? { kind: 'hidden', ...hiddenWords(said.until, 'judge') } : said,
    verdicts,
  };
};
