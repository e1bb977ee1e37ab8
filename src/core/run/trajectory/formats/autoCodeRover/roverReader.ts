import { listAt, numberAt, textAt, timeAt, valueAt } from '../../fields';
import type { Trajectory, TrajectoryStatus } from '../../trajectory';
import type { RawRecord, StepGroup, TrajectoryReader } from '../../trajectoryFormat';
import { contentOf } from '../messages/content';
import { totalsOf, trajectoryOf } from '../stepParts';
import { roverFile } from './roverFolder';

/** How the user's messages begin that give back what searches found. */
const searchResult = /^(?:Result of |Here are the code in buggy locations)/;
const patchWish = /^Write a patch for the issue/;

const textOf = (record: RawRecord): string => contentOf(valueAt(record.value, 'content')).text;

/** Of `extract_status` (AutoCodeRover's ExtractStatus): the best of the attempts. */
const statusOf = (statuses: readonly string[]): TrajectoryStatus => {
  if (statuses.includes('APPLICABLE_PATCH')) return 'submitted';
  const last = statuses.at(-1) ?? '';
  if (last === 'NO_PATCH' || last.endsWith('_EMPTY_DIFF') || last.endsWith('_EMPTY_ORIGIN')) return 'submitted_empty';
  return last.startsWith('RAW_PATCH_BUT_') ? 'format' : 'unknown';
};

/** Reads the files of a task in the order of `roverFolder`. */
export class RoverReader implements TrajectoryReader {
  #layers: readonly unknown[] = [];
  #nextLayer = 0;
  #open: { readonly records: RawRecord[]; calls: unknown; readonly isReply: boolean } | null = null;
  #patchWished = false;
  #steps = 0;
  #instanceId: string | null = null;
  #cost: unknown = null;
  #statuses: readonly string[] = [];
  #patch: string | null = null;
  #cut = false;

  constructor(private readonly format: string) {}

  take(record: RawRecord): readonly StepGroup[] {
    const file = roverFile(record.ref.file);
    if (file === 'messages') return this.#message(record);
    const { value } = record;
    if (file === 'patch') this.#patch = (this.#patch ?? '') + (typeof value === 'string' ? value : '');
    else if (file === 'meta') this.#instanceId = textAt(value, 'task_id');
    else if (file === 'cost') this.#cost = value;
    else if (file === 'layers') this.#layers = Array.isArray(value) ? value : [];
    else if (file === 'status')
      this.#statuses = listAt(value, 'extract_status').filter((one) => typeof one === 'string');
    return [];
  }

  end(cut: boolean): readonly StepGroup[] {
    this.#cut ||= cut;
    return this.#done();
  }

  head(): Trajectory {
    const costUsd = numberAt(this.#cost, 'total_cost');
    return trajectoryOf({
      format: this.format,
      instanceId: this.#instanceId,
      agent: 'AutoCodeRover',
      model: textAt(this.#cost, 'model'),
      startedAt: timeAt(this.#cost, 'start_epoch'),
      endedAt: timeAt(this.#cost, 'end_epoch'),
      status: statusOf(this.#statuses),
      rawStatus: this.#statuses.at(-1) ?? null,
      finalPatch: this.#patch === null ? null : { text: this.#patch, source: 'submission' },
      totals: totalsOf(this.#steps, {
        prompt: numberAt(this.#cost, 'total_input_tokens'),
        completion: numberAt(this.#cost, 'total_output_tokens'),
        costUsd,
        costSource: costUsd === null ? 'unknown' : 'reported',
      }),
      warnings: this.#cut ? ['A file ends in the middle; what follows in it is missing.'] : [],
    });
  }

  /** A reply is a step with what its searches found; each other message is one of its own. */
  #message(record: RawRecord): readonly StepGroup[] {
    const isReply = textAt(record.value, 'role') === 'assistant';
    const text = isReply ? '' : textOf(record);
    if (this.#open?.isReply && searchResult.test(text)) {
      this.#open.records.push(record);
      this.#open.calls ??= this.#layers[this.#nextLayer++];
      return [];
    }
    const done = this.#done();
    const layer = this.#layers[this.#nextLayer];
    const writes = isReply && this.#patchWished && textAt(layer, 0, 'func_name') === 'write_patch';
    if (writes) this.#nextLayer += 1;
    if (isReply) this.#steps += 1;
    this.#patchWished = patchWish.test(text);
    this.#open = { records: [record], calls: writes ? layer : undefined, isReply };
    return done;
  }

  #done(): readonly StepGroup[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    return [{ agentId: 'main', records: open.records, facts: open.calls === undefined ? {} : { calls: open.calls } }];
  }
}
