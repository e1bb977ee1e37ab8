import type { Problem } from '../../core/shared/problem';
import type { GatheredItems } from './items';
import type { EvaluationItem } from './request';

/** As the folders are named: `a/b` and `a__b` are one. */
const placeOf = ({ runId, model, instance }: EvaluationItem): string =>
  JSON.stringify([runId, model.replaceAll('/', '__'), instance.id]);

const overwrites =
  'Another prediction of the same instance and model goes into the same run, and would overwrite this one. ' +
  'Give each attempt a file and a run of its own (runs/<id>-a2), or leave --run out.';

/** Bytes that file systems take in a name, less what a summary's file has beside its model and run. */
const longestName = 255 - '..r9999.json.part'.length;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const isTooLong = (model: string, runId: string): boolean =>
  bytesOf(model.replaceAll('/', '__')) + bytesOf(runId) > longestName;

const tooLong =
  'The names of model and run are together too long for the name of a file, so this was not evaluated. ' +
  'Rename the model, or give a shorter --run.';

/**
 * Leaves out items that would be written into the same folder, but for the first (attempts belong into runs of their
 * own), and those whose summary could not be named. `runId`: one run for all of them, null where each keeps that of its
 * own file.
 */
export const keptApart = (gathered: GatheredItems, runId: string | null): GatheredItems => {
  const taken = new Set<string>();
  const problems: Problem[] = [];
  const items = gathered.items.flatMap((given) => {
    const item = runId === null ? given : { ...given, runId };
    const place = placeOf(item);
    const wrong = isTooLong(item.model, item.runId ?? gathered.runId) ? tooLong : taken.has(place) ? overwrites : null;
    if (wrong !== null) {
      problems.push({ where: item.instance.id, field: 'model_name_or_path', reason: wrong });
      return [];
    }
    taken.add(place);
    return [item];
  });
  return { ...gathered, items, problems: [...gathered.problems, ...problems] };
};
