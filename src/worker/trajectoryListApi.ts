import { listRows, moveRow } from '../core/run/trajectory/list/listRows';
import { lostReplies } from '../core/run/trajectory/list/lostReplies';
import { recordedFigures } from '../core/run/trajectory/list/recordedFigures';
import { fitsSought } from '../core/run/trajectory/list/soughtStep';
import { countSteps, type StepFilter } from '../core/run/trajectory/list/stepFilter';
import type { StepEntry } from '../core/run/trajectory/trajectoryIndex';
import type { ListMove, ListPlace, ListRow, TrajectoryListApi } from '../protocol/trajectoryList';
import type { Kept } from './keptTrajectory';
import { listed } from './trajectoryApi';
import type { TrajectoryReadings } from './trajectoryReadings';

const mostRows = 500;
const mostFilters = 4;

/** Rows of a reading by filter, made anew where more steps have become known. */
class FilteredRows {
  private readonly kept = new WeakMap<Kept, Map<string, { readonly steps: number; readonly rows: Int32Array }>>();

  of(reading: Kept, filter: StepFilter): Int32Array {
    const { entries } = reading.opened;
    const filters = this.kept.get(reading) ?? new Map();
    this.kept.set(reading, filters);
    const key = JSON.stringify([filter.kind, filter.agentId, filter.only]);
    const known = filters.get(key);
    if (known?.steps === entries.length) return known.rows;
    const rows = listRows(entries, filter);
    filters.delete(key);
    filters.set(key, { steps: entries.length, rows });
    const oldest = filters.keys().next();
    if (filters.size > mostFilters && !oldest.done) filters.delete(oldest.value);
    return rows;
  }
}

const rowOf = (entries: readonly StepEntry[], row: number): readonly ListRow[] => {
  const entry = entries[Math.abs(row) - 1];
  if (entry === undefined) return [];
  if (row > 0) return [{ kind: 'step', step: listed(entry) }];
  const lost = lostReplies(entry);
  return [{ kind: 'lost', idx: entry.idx, count: lost?.count ?? 0, text: lost?.text ?? '' }];
};

const placeAt = (rows: Int32Array, row: number): ListPlace => ({ idx: row < 0 ? 0 : (rows[row] ?? 0), row });

const moved = (entries: readonly StepEntry[], rows: Int32Array, idx: number, move: ListMove): ListPlace => {
  if (move.kind !== 'seek') return placeAt(rows, moveRow(rows, idx, move));
  const way = move.back ? -1 : 1;
  for (let row = move.back ? rows.length - 1 : 0; row >= 0 && row < rows.length; row += way) {
    const at = rows[row] ?? 0;
    if (at > 0 && (move.back ? at < idx : at > idx) && fitsSought(entries, at, move.what)) return placeAt(rows, row);
  }
  return { idx: 0, row: -1 };
};

/** The list of steps under filters, by pages. */
export const trajectoryListApi = (readings: TrajectoryReadings): TrajectoryListApi => {
  const filtered = new FilteredRows();
  return {
    trajectoryList: async ({ filter, ...at }) => {
      const reading = readings.get(at);
      if (reading === null) return null;
      const rows = filtered.of(reading, filter).length;
      const { entries } = reading.opened;
      return { rows, counts: countSteps(entries, filter.agentId), figures: recordedFigures(entries) };
    },
    trajectoryListRows: async ({ filter, from, count, ...at }) => {
      const reading = readings.get(at);
      if (reading === null) return null;
      const first = Math.max(0, from);
      const rows = filtered.of(reading, filter).subarray(first, first + Math.min(count, mostRows));
      return { from: first, rows: [...rows].flatMap((row) => rowOf(reading.opened.entries, row)) };
    },
    trajectoryListMove: async ({ filter, idx, move, ...at }) => {
      const reading = readings.get(at);
      return reading && moved(reading.opened.entries, filtered.of(reading, filter), idx, move);
    },
  };
};
