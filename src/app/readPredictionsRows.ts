import { detectRow } from '../core/dataset/detectRow';
import type { Prediction } from '../core/run/prediction/prediction';
import { readPrediction } from '../core/run/prediction/readPrediction';
import { isPositionalRow, isSampleRow, isSamplesById, readSamples } from '../core/run/prediction/readSamples';
import type { Row } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';

interface Taken {
  readonly prediction: Prediction;
  readonly where: string;
  readonly place: string;
}

/** Keeps the last patch of each instance and model; the earlier ones are said, never silently replaced. */
class LastOfEach {
  readonly skipped: Problem[] = [];
  private readonly taken = new Map<string, Taken>();

  add(next: Taken): void {
    const { instanceId, model } = next.prediction;
    const answer = JSON.stringify([instanceId, model]);
    const before = this.taken.get(answer);
    if (before) {
      const named = `instance_id "${instanceId}" is used twice${model === null ? '' : ` for "${model}"`}`;
      const reason = `${named}: ${next.place} is used, as in the harness; this one is left out.`;
      this.skipped.push({ where: before.where, field: 'instance_id', reason });
      this.taken.delete(answer);
    }
    this.taken.set(answer, next);
  }

  predictions(): readonly Prediction[] {
    return [...this.taken.values()].map((item) => item.prediction);
  }
}

const refuseInstances = (path: string, value: unknown): void => {
  const kind = detectRow(value);
  if (kind.kind === 'instance')
    throw new InputFault(`${path}: this is a dataset of instances, not predictions. Give it as --dataset.`);
  if (kind.kind === 'report' || kind.kind === 'summary')
    throw new InputFault(`${path}: no predictions here; it looks like a report.`);
};

/**
 * Collects the rows of one file. Of several patches of a model for an instance the last counts, as in the harness;
 * several samples of code are attempts 1 to n, in the file's order.
 */
export class PredictionsReading {
  readonly skipped: Problem[] = [];
  readonly notes: Problem[] = [];
  /** Whether any row was one of samples of code. */
  code = false;
  /** Whether an object of samples by id was met. */
  byId = false;
  private readonly patches = new LastOfEach();
  private readonly samples: Prediction[] = [];
  private readonly attempts = new Map<string, number>();
  private told = false;
  private position = 0;
  private saidPositions = false;

  /** `positions` are the ids of a list of lists, in its order; null where they are not known. */
  constructor(
    private readonly path: string,
    private readonly positions: readonly string[] | null = null,
  ) {}

  take(row: Row, name: string): void {
    const where = `${name} ${row.place}`;
    if (row.kind === 'broken') {
      this.skipped.push({ where, field: null, reason: row.reason });
      return;
    }
    if (row.note !== null) this.notes.push({ where, field: null, reason: row.note });
    if (row.key === null && isSamplesById(row.value)) this.samplesById(row.value, name);
    else if (isSampleRow(row.value, row.key)) this.sampleRow(row.value, where, row.key);
    else if (isPositionalRow(row.value, row.key)) this.positional(row.value, where);
    else this.patchRow(row.value, where, row.key, row.place);
  }

  /** One sample that is a file of its own. */
  file(instanceId: string, code: string): void {
    this.code = true;
    this.samples.push({ ...noPatch, instanceId, code, attempt: this.next(instanceId, 1) + 1 });
  }

  predictions(): readonly Prediction[] {
    return [...this.patches.predictions(), ...this.samples];
  }

  problems(): readonly Problem[] {
    return [...this.skipped, ...this.patches.skipped];
  }

  private patchRow(value: unknown, where: string, key: string | null, place: string): void {
    if (!this.told) refuseInstances(this.path, value);
    this.told = true;
    const reading = readPrediction(value, where, key);
    if (reading.kind === 'skipped') this.skipped.push(reading.problem);
    else {
      this.notes.push(...reading.notes);
      this.patches.add({ prediction: reading.prediction, where, place });
    }
  }

  private samplesById(value: Readonly<Record<string, readonly string[]>>, name: string): void {
    this.byId = true;
    for (const [id, list] of Object.entries(value)) this.sampleRow(list, `${name} key ${id}`, id);
  }

  private sampleRow(value: unknown, where: string, key: string | null): void {
    this.code = true;
    const { samples, count, skipped } = readSamples(value, where, key);
    this.skipped.push(...skipped);
    const id = samples[0]?.instanceId;
    if (id === undefined) return;
    const before = this.next(id, count);
    for (const sample of samples) this.samples.push({ ...sample, attempt: before + sample.attempt });
  }

  private positional(value: unknown, where: string): void {
    const id = this.positions?.[this.position];
    this.position += 1;
    if (id !== undefined) this.sampleRow(value, where, id);
    else if (!this.saidPositions) {
      const reason =
        'A list of lists answers the questions by position alone, sorted by question_id, and there is no one LiveCodeBench dataset here with a question for this place. Write { question_id, code_list }.';
      this.skipped.push({ where, field: 'question_id', reason: `${reason} This row and those after it are left out.` });
      this.saidPositions = true;
    }
  }

  /** How many attempts of the instance came before; `count` more are taken. */
  private next(id: string, count: number): number {
    const before = this.attempts.get(id) ?? 0;
    this.attempts.set(id, before + count);
    return before;
  }
}

const noPatch = { model: null, patch: null, kind: 'code', extra: {} } as const;
