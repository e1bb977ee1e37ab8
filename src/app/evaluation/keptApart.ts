import type { Problem } from '../../core/shared/problem';
import type { GatheredItems } from './items';
import type { EvaluationItem } from './request';

const placeOf = ({ runId, model, instance }: EvaluationItem): string => JSON.stringify([runId, model, instance.id]);

const reason =
  'Another prediction of the same instance and model goes into the same run, and would overwrite this one. ' +
  'Give each attempt a file and a run of its own (runs/<id>-a2), or leave --run out.';

/**
 * Items that would be written into the same folder, of which only the first is evaluated: attempts belong into runs of
 * their own. `runId`: one run for all of them, null where each keeps that of its own file.
 */
export const keptApart = (gathered: GatheredItems, runId: string | null): GatheredItems => {
  const taken = new Set<string>();
  const problems: Problem[] = [];
  const items = gathered.items.flatMap((given) => {
    const item = runId === null ? given : { ...given, runId };
    const place = placeOf(item);
    if (!taken.has(place)) {
      taken.add(place);
      return [item];
    }
    problems.push({ where: item.instance.id, field: 'model_name_or_path', reason });
    return [];
  });
  return { ...gathered, items, problems: [...gathered.problems, ...problems] };
};
