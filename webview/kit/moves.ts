/** Where the focus stands: -1 is the header row or the column of instances. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Bounds {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are seen at once. */
  readonly page: number;
}

const within = (value: number, count: number): number => Math.max(-1, Math.min(count - 1, value));

const steps: Readonly<Record<string, (place: Place, bounds: Bounds) => Place>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: Math.max(row, 0) + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: row < 0 ? row : Math.max(0, row - page), column }),
  Home: ({ row }) => ({ row, column: -1 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
};

/** Where a key leads, kept inside the grid; null for keys that move nothing (WAI-ARIA grid pattern). */
export const moved = (
  { key, ctrlKey, metaKey }: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean },
  place: Place,
  bounds: Bounds,
): Place | null => {
  const step = steps[ctrlKey || metaKey ? `Ctrl+${key}` : key];
  if (!step) return null;
  const { row, column } = step(place, bounds);
  return { row: within(row, bounds.rows), column: within(column, bounds.columns) };
};
