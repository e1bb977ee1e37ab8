import type { TouchstoneEvent } from '../../core/review/events/event';
import { type FoldedItem, fold } from '../../core/review/events/fold';
import type { AnswerValue } from '../../core/review/form/answers';
import type { OwnAnswers } from '../../protocol/judges';
import { inWords } from './judgeAnswers';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Texts lie in files of their own, by a name that says nothing. */
const isTextName = (value: unknown): boolean => isFields(value) && typeof value['text'] === 'string';

const saidIn = (answer: Fields): string | null => {
  if (answer['cannot_judge'] === true) return 'cannot judge';
  if (answer['na'] === true) return 'not applicable';
  const value = answer['value'] ?? null;
  return isTextName(value) ? 'a text' : inWords(value as AnswerValue | null);
};

const isOn = ({ history }: FoldedItem, instanceId: string, patchHash: string | null): boolean => {
  const of = history.map(({ judgement }) => judgement.of).find((found) => found !== undefined);
  return (of?.unit ?? 'prediction') === 'prediction' && of?.instance === instanceId && (of.patch ?? null) === patchHash;
};

const answersIn = ({ live }: FoldedItem): OwnAnswers | null => {
  if (live === null) return null;
  const { criteria, overall } = live.event.body;
  return {
    overall: isFields(overall) ? saidIn(overall) : null,
    criteria: (Array.isArray(criteria) ? criteria : []).flatMap((one: unknown) =>
      isFields(one) && typeof one['id'] === 'string' ? [{ id: one['id'], value: saidIn(one) }] : [],
    ),
  };
};

/** What a rater says of one patch now, out of that rater's events; null where no verdict stands. The latest of several. */
export const ownAnswers = async (
  events: AsyncIterable<TouchstoneEvent>,
  instanceId: string,
  patchHash: string | null,
): Promise<OwnAnswers | null> => {
  const all: TouchstoneEvent[] = [];
  for await (const event of events) all.push(event);
  const items = fold(all).items.filter((item) => item.live !== null && isOn(item, instanceId, patchHash));
  const at = ({ live }: FoldedItem): number => Date.parse(live?.event.ts ?? '') || 0;
  const [latest] = items.sort((a, b) => at(b) - at(a));
  return latest === undefined ? null : answersIn(latest);
};
