import type { Outcome } from '../outcome';
import type { FoundReport, ReportFormat, ReportPlace } from './foundReport';
import { type Fields, has, isFields, kindWords, ReportReading, result, textOf } from './reportFields';

const rewardsOf = (document: Fields): Fields | null => {
  const verifier = document['verifier_result'];
  const rewards = isFields(verifier) ? verifier['rewards'] : null;
  return isFields(rewards) && Object.keys(rewards).length > 0 ? rewards : null;
};

/** The first reward, `reward` before all others: Harbor has no yes or no. Null where none is a number. */
const scored = (rewards: Fields): Outcome | null => {
  const numbers = Object.entries(rewards).filter(([, value]) => typeof value === 'number' && Number.isFinite(value));
  const [name, value] = numbers.find(([key]) => key === 'reward') ?? numbers[0] ?? [];
  return name === undefined ? null : { kind: 'scored', name, value: Number(value), max: null };
};

/** An exception without a reward is no verdict, and not a reward of 0. */
const excepted = (exception: unknown): Outcome => {
  const type = isFields(exception) ? textOf(exception['exception_type']) : null;
  const detail = type ?? 'no reward';
  if (type !== null && /timeout/i.test(type)) return { kind: 'none', reason: 'time-out', detail };
  if (type !== null && /environment|docker|sandbox|build/i.test(type))
    return { kind: 'none', reason: 'infrastructure', detail };
  return { kind: 'none', reason: 'error', detail };
};

const modelOf = (document: Fields): string | null => {
  const config = isFields(document['config']) ? document['config'] : {};
  const agent = isFields(config['agent']) ? config['agent'] : {};
  const info = isFields(document['agent_info']) ? document['agent_info'] : {};
  const model = isFields(info['model_info']) ? textOf(info['model_info']['name']) : null;
  return textOf(agent['model_name']) ?? model ?? textOf(info['name']) ?? textOf(agent['name']);
};

/** Harbor `result.json` of one trial: `{ task_name, trial_name, verifier_result: { rewards }, exception_info, ... }`. */
export const harborTrial: ReportFormat = {
  name: 'harbor-trial',
  matches: (document) =>
    has(document, 'task_name') &&
    (Object.hasOwn(document, 'verifier_result') || Object.hasOwn(document, 'exception_info')),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    const id = textOf(fields['task_name']);
    const rewards = rewardsOf(fields);
    const outcome = (rewards && scored(rewards)) ?? excepted(fields['exception_info']);
    const field = rewards ? 'verifier_result.rewards' : 'exception_info';
    const trial = textOf(fields['trial_name']) ?? place.above[0] ?? null;
    if (id === null) reading.skip('task_name', 'task_name is no text; the trial names no task.');
    else reading.add(result(id, outcome, field, { trial, model: modelOf(fields) }));
    return reading.done('harbor-trial', 'Harbor', 'instance');
  },
};

/** `<task>__<7 characters>`, the name that Harbor gives a trial's folder. */
const taskOfTrial = (folder: string): string => /^(.+)__[A-Za-z0-9]{5,12}$/.exec(folder)?.[1] ?? folder;

const rewardReport = (rewards: Fields | null, text: string | null, place: ReportPlace): FoundReport => {
  const reading = new ReportReading(place.name);
  const [trial, below] = place.above[0] === 'verifier' ? place.above.slice(1) : place.above;
  // The reward of one step of several (`<trial>/steps/<step>/verifier`): the trial's own result.json sums them up.
  if (below === 'steps') return reading.done('harbor-reward', 'Harbor', 'instance');
  const outcome = rewards && scored(rewards);
  if (trial === undefined) reading.skip('reward', 'No folder names the trial.');
  else if (outcome) reading.add(result(taskOfTrial(trial), outcome, 'reward', { trial }));
  else {
    const detail = text?.trim() === '' ? 'the reward file is empty' : 'the reward file holds no number';
    reading.add(result(taskOfTrial(trial), { kind: 'none', reason: 'error', detail }, 'reward', { trial }));
  }
  return reading.done('harbor-reward', 'Harbor', 'instance');
};

/** `verifier/reward.json`: a number by name. */
export const harborReward: ReportFormat = {
  name: 'harbor-reward',
  matches: (_document, place) => place.name === 'reward.json',
  read: (document, place) => {
    if (isFields(document)) return rewardReport(document, null, place);
    const reading = new ReportReading(place.name);
    reading.skip('reward', `an object of numbers expected, ${kindWords(document)} found.`);
    return reading.done('harbor-reward', 'Harbor', 'instance');
  },
};

/** `verifier/reward.txt`: one number; anything else is no verdict, never 0. */
export const readRewardText = (text: string, place: ReportPlace): FoundReport => {
  const value = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
  return rewardReport(Number.isFinite(value) ? { reward: value } : null, text, place);
};
