import type { ModelEntry } from '../model/modelEntry';

/** As which predictions, run.json and a study name the model: its id; for a file of replies the file's own name. */
export const modelLabel = ({ id, model, protocol }: Pick<ModelEntry, 'id' | 'model' | 'protocol'>): string =>
  protocol === 'scripted' || protocol === 'replay' ? model : id;

const slug = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, 80) || 'run';

/** A run's usual id: `mini-gpt-5-mini`. */
export const usualRunId = (agent: string, model: string): string => slug(`${agent}-${model}`);

/** The id of attempt n: the first has the run's own, others end in `-a2`. */
export const attemptRunId = (runId: string, attempt: number): string =>
  attempt === 1 ? runId : `${runId}-a${attempt}`;
