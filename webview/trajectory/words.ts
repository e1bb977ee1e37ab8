import type { ListedStep } from '../../src/protocol/trajectory';

/** Milliseconds as people say them: 0.3 s, 55.4 s, 10 m 44 s, 2 h 5 m. */
export const durationWords = (ms: number): string => {
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} m`;
};

export const costWords = (usd: number): string => `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`;

export const count = (n: number): string => n.toLocaleString('en');

const kindWordsOf: Readonly<Record<ListedStep['kind'], string>> = {
  shell: 'command',
  read: 'read',
  edit: 'edit',
  search: 'search',
  test: 'test run',
  submit: 'submit',
  spawn: 'sub-agent',
  think: 'thought',
  other: 'tool call',
  text: 'text',
};

/** What a step is, in words, for the icon's label and screen readers. */
export const kindWords = ({ role, kind }: Pick<ListedStep, 'role' | 'kind'>): string =>
  role === 'agent' ? kindWordsOf[kind] : role;

/** "exit 1" where it failed by its code, "failed" where the file only says so, '' where it did not. */
export const failureWords = ({ failed, exitCode }: Pick<ListedStep, 'failed' | 'exitCode'>): string => {
  if (exitCode !== null && exitCode !== 0) return `exit ${exitCode}`;
  return failed ? 'failed' : '';
};
