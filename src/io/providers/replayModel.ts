import type { ModelEntry } from '../../core/run/model/modelEntry';
import { ModelFault, type ModelProvider } from '../../core/run/model/modelProvider';
import { readRecord } from '../../core/run/model/record/readRecord';
import { Replay } from '../../core/run/model/record/replay';
import { chatUsage } from '../../core/run/model/usage';
import { sha256 } from '../store/sha256';
import { readReplyFile } from './readReplyFile';

/** A model that answers out of a record of its calls, and the name under which it was asked. */
export interface ReplayModel {
  readonly provider: ModelProvider;
  /** Null: the record holds no call. */
  readonly model: string | null;
}

/** Nothing of it goes over a network. Throws InputFault where the record can't be read. */
export const replayModel = async (entry: ModelEntry): Promise<ReplayModel> => {
  const path = entry.file ?? '';
  const record = readRecord(await readReplyFile(path), path);
  const replay = new Replay(record, sha256);
  const provider: ModelProvider = {
    complete: async (request, options) => {
      options.signal?.throwIfAborted();
      const { response, reportedCostUsd, fault, line } = replay.answer(request);
      if (response === null) throw new ModelFault('refused', `${path} line ${line}: the call failed then: ${fault}`);
      const text = response.choices[0]?.message.content;
      if (text) options.onDelta?.(text);
      return { response, usage: chatUsage(response.usage), reportedCostUsd };
    },
  };
  return { provider, model: record.calls[0]?.model ?? null };
};
