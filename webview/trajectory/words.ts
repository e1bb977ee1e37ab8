import type { ListedStep } from '../../src/protocol/trajectory';

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
