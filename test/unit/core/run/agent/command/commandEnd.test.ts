import { describe, expect, it } from 'vitest';
import { type CommandEnd, judgeEnd } from '../../../../../../src/core/run/agent/command/commandEnd';

const well: CommandEnd = {
  exitCode: 0,
  endedBy: 'itself',
  limit: null,
  answered: 3,
  lastFault: null,
  errors: '',
  hasPatch: true,
};

const statusOf = (changes: Partial<CommandEnd>, statuses = {}) => judgeEnd({ ...well, ...changes }, statuses).status;

describe('the end of an agent that is a program', () => {
  it.each([
    ['exit code 0 with a patch', {}, 'submitted'],
    ['exit code 0 without one', { hasPatch: false }, 'submitted_empty'],
    ['exit code 0 without a word to the model', { answered: 0 }, 'env_error'],
    ['exit code 0 though the model never answered', { answered: 0, lastFault: 'HTTP 401' }, 'api_error'],
    ['another exit code', { exitCode: 2, errors: 'no such option' }, 'env_error'],
    ['another exit code after a call that failed', { exitCode: 1, lastFault: 'HTTP 500' }, 'api_error'],
    ['the limit of turns, whatever its code', { exitCode: 1, limit: 'turns' }, 'limit_turns'],
    ['the limit of cost', { exitCode: 0, limit: 'cost' }, 'limit_cost'],
    ['its time', { exitCode: null, endedBy: 'time' }, 'limit_time'],
    ['a person', { exitCode: null, endedBy: 'aborted' }, 'aborted'],
    ['a kill from outside', { exitCode: null, endedBy: 'killed' }, 'env_error'],
  ] as const)('by %s is told apart', (_what, changes, status) => {
    expect(statusOf(changes)).toBe(status);
  });

  it('is what the manifest says of an exit code', () => {
    expect(statusOf({ exitCode: 53 }, { 53: 'limit_turns' })).toBe('limit_turns');
  });

  it('says what the program wrote last where it failed', () => {
    expect(judgeEnd({ ...well, exitCode: 2, errors: 'no such option: -x' }, {}).fault).toContain('no such option: -x');
  });
});
