import { inputText, modelInput } from '../app/trajectory/modelInput';
import { anchorOf, findAnchor } from '../app/trajectory/stepAnchor';
import { stepDocument } from '../core/run/trajectory/stepDocument';
import type { Sha256 } from '../core/shared/hash';
import type { TrajectoryStepApi } from '../protocol/trajectoryStep';
import { long } from './shownStep';
import type { HashOf } from './trajectoryHashes';
import { stepOf, type TrajectoryReadings } from './trajectoryReadings';

/** Earlier steps whose messages come at once. */
const stepsAtOnce = 10;

/** What is asked about one step beside its texts: its model's input, its document, its link. */
export const trajectoryStepApi = (readings: TrajectoryReadings, sha256: Sha256, hashOf: HashOf): TrajectoryStepApi => {
  const whole = async (path: string, which: number) => readings.whole({ path, which }, new AbortController().signal);
  return {
    trajectoryInput: async ({ idx, before, ...at }) => {
      const opened = readings.get(at)?.opened;
      const entry = opened?.entries[idx - 1];
      if (!opened || !entry) return null;
      const { messages, ...input } = await modelInput(opened, entry, stepsAtOnce, before ?? idx);
      return { ...input, messages: messages.map((message) => ({ ...message, text: long(message.text) })) };
    },
    trajectoryInputText: async ({ idx, step, nth, from, count, ...at }) => {
      const opened = readings.get(at)?.opened;
      const entry = opened?.entries[idx - 1];
      const text = opened && entry ? await inputText(opened, entry, step, nth) : null;
      return text?.slice(from, from + count) ?? null;
    },
    trajectoryDocument: async ({ path, which, idx, name }) => {
      const step = await stepOf(await whole(path, which), idx);
      return step && stepDocument(step, name);
    },
    trajectoryLink: async ({ idx, ...at }) => {
      const opened = readings.get(at)?.opened;
      const entry = opened?.entries[idx - 1];
      if (!opened || !entry) return null;
      return { hash: await hashOf(opened), anchor: await anchorOf(opened, sha256, entry) };
    },
    trajectoryLinked: async ({ path, which, anchor }) => {
      const { opened } = await whole(path, which);
      const found = await findAnchor(opened, sha256, anchor);
      return { idx: found?.idx ?? 0, hash: await hashOf(opened) };
    },
  };
};
