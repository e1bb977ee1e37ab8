import { basename } from 'node:path';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { ModelFault, type ModelProvider } from '../../core/run/model/modelProvider';
import { readScript } from '../../core/run/model/scripted/readScript';
import { ScriptCursors } from '../../core/run/model/scripted/scriptCursor';
import { scriptedResponse } from '../../core/run/model/scripted/scriptedReply';
import { chatUsage, reportedCost } from '../../core/run/model/usage';
import { sha256 } from '../store/sha256';
import { pause } from './pause';
import { readReplyFile } from './readReplyFile';

/** A model whose replies stand in a file. Throws InputFault where the file can't be used. */
export const scriptedModel = async (entry: ModelEntry): Promise<ModelProvider> => {
  const path = entry.file ?? '';
  const script = readScript(await readReplyFile(path), path);
  const cursors = new ScriptCursors(script, path, sha256);
  const mark = basename(path)
    .replace(/\.ya?ml$/i, '')
    .replace(/[^\w-]/g, '-');
  return {
    complete: async (request, options) => {
      options.signal?.throwIfAborted();
      const taken = cursors.take(request);
      const { delayMs, fault } = taken.reply;
      if (delayMs > 0) await pause(Math.min(delayMs, options.timeoutMs), options.signal);
      if (delayMs > options.timeoutMs) throw new ModelFault('time-out', `${path}: the scripted reply takes too long.`);
      if (fault !== null)
        throw new ModelFault(fault.kind, `${path}: a scripted fault (${fault.kind}).`, null, fault.retryAfterMs);
      const model = script.model ?? request.model;
      const response = scriptedResponse(taken, request, model, mark, Math.floor(Date.now() / 1000));
      const text = response.choices[0]?.message.content;
      if (text) options.onDelta?.(text);
      return { response, usage: chatUsage(response.usage), reportedCostUsd: reportedCost(response.usage) };
    },
  };
};
