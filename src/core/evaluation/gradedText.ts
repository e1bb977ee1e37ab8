import type { Instance } from '../instance/instance';

/** What of an instance decides a grade, as one text: where it differs, an earlier result answers another question. */
export const gradedText = (instance: Instance): string => {
  const { baseCommit, testPatch, failToPass, passToPass, evalScript, evalType, logParser } = instance;
  return JSON.stringify([baseCommit, testPatch, failToPass, passToPass, evalScript, evalType, logParser]);
};
