import type { GradedInstance } from '../gradedInstance';
import { noVerdict, untested } from './judgeTests';
import type { RuleSet, Ruling } from './ruleSet';

/** What a Harbor verifier left; null where the file is absent. */
export interface RewardFiles {
  readonly rewardJson: string | null;
  readonly rewardText: string | null;
  /** `exception_info.exception_type` of the trial's result.json; null where there is none. */
  readonly exception: string | null;
}

/** Finite numbers by name, or the reason why there are none. */
type Rewards = ReadonlyMap<string, number> | string;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofJson = (text: string): Rewards => {
  if (text.trim() === '') return 'reward.json is empty';
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'reward.json is no JSON';
  }
  if (!isFields(document)) return 'reward.json is no object of names and numbers';
  const rewards = new Map<string, number>();
  for (const [name, value] of Object.entries(document)) {
    if (typeof value === 'number' && Number.isFinite(value)) rewards.set(name, value);
    else if (typeof value === 'boolean') rewards.set(name, value ? 1 : 0);
  }
  return rewards.size > 0 ? rewards : 'reward.json holds no number';
};

const ofText = (text: string): Rewards => {
  const plain = text.trim();
  if (plain === '') return 'reward.txt is empty';
  if (!/^[+-]?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:e[+-]?\d{1,4})?$/i.test(plain))
    return `reward.txt holds no number but ${JSON.stringify(plain.slice(0, 40))}`;
  const value = Number(plain);
  return Number.isFinite(value) ? new Map([['reward', value]]) : 'reward.txt holds no finite number';
};

const rewardsOf = ({ rewardJson, rewardText }: RewardFiles): Rewards => {
  if (rewardJson !== null) return ofJson(rewardJson);
  return rewardText === null ? 'the verifier left neither reward.json nor reward.txt' : ofText(rewardText);
};

const listed = (rewards: ReadonlyMap<string, number>): string =>
  [...rewards].map(([name, value]) => `${name} ${value}`).join(', ');

/**
 * Harbor (Terminal-Bench 2): a map of rewards, `reward.json` before `reward.txt`, and no yes or no. A file that is
 * missing, empty or no number is an exception there and no verdict here, never 0. The score is `reward`, else the first,
 * and the reason says which and names all.
 */
export const decideRewards = (instance: GradedInstance, files: RewardFiles): Ruling => {
  const rewards = rewardsOf(files);
  if (typeof rewards === 'string') {
    const outOfTime = files.exception === 'VerifierTimeoutError';
    const reason = files.exception === null ? rewards : `${rewards}; the trial ended in ${files.exception}`;
    return noVerdict(instance, 'harbor.no-reward', outOfTime ? 'time-out' : 'error', reason);
  }
  const name = rewards.has('reward') ? 'reward' : ([...rewards.keys()][0] as string);
  const score = { name, value: rewards.get(name) ?? 0, max: null };
  const from = files.rewardJson !== null ? 'reward.json' : 'reward.txt';
  const which = name === 'reward' || rewards.size === 1 ? '' : `, the first of ${rewards.size}`;
  const rest = rewards.size > 1 ? `${which}; all: ${listed(rewards)}` : '';
  return {
    resolved: null,
    outcome: { kind: 'scored', ...score },
    score,
    tests: untested(instance),
    rule: 'harbor.reward',
    reason: `${name} of ${from}${rest}`,
    report: null,
  };
};

/** Harbor has no rule over test output: a log alone gives no verdict. */
export const harborRules: RuleSet = {
  name: 'harbor',
  title: 'Harbor',
  markers: 'none',
  keeps: 'required',
  decide: (instance) =>
    noVerdict(
      instance,
      'harbor.log',
      'error',
      'Harbor grades by reward.json or reward.txt of the verifier, not by a log',
    ),
};
