import { findChromium, missingChromium } from '../host/browser';

/** Why the interface cannot be tested on this machine; null where it can. */
export const whyNoWorkbench = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The test host runs on Linux x64 only.';
  return findChromium() === null ? missingChromium : null;
};
