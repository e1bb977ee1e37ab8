import type { FacetName } from '../../protocol/explorer';

/**
 * One facet of all instances, column-wise: the codes of row i are `codes[starts[i]]` up to `codes[starts[i + 1]]`, each
 * the place of a value in `values`. Every row has at least one code; '' stands for unknown.
 */
export interface FacetColumn {
  readonly facet: FacetName;
  /** Key of the run for outcomes; null else. */
  readonly run: string | null;
  readonly title: string;
  readonly values: readonly string[];
  readonly labelOf: (value: string) => string;
  readonly starts: Uint32Array;
  readonly codes: Uint32Array;
}

export type FacetHead = Pick<FacetColumn, 'facet' | 'run' | 'title' | 'labelOf'>;

const unknown: readonly string[] = [''];

const build = (count: number, valuesOf: (row: number) => readonly string[]) => {
  const places = new Map<string, number>();
  const codes: number[] = [];
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < count; row++) {
    const values = valuesOf(row);
    for (const value of values.length > 0 ? values : unknown) {
      const place = places.get(value) ?? places.size;
      if (place === places.size) places.set(value, place);
      codes.push(place);
    }
    starts[row + 1] = codes.length;
  }
  return { values: [...places.keys()], starts, codes: Uint32Array.from(codes) };
};

/** The column of one facet; a row without a value gets ''. Built when it is first looked into, and then kept. */
export const facetColumn = (
  head: FacetHead,
  count: number,
  valuesOf: (row: number) => readonly string[],
): FacetColumn => {
  let built: ReturnType<typeof build> | undefined;
  const column = () => {
    built ??= build(count, valuesOf);
    return built;
  };
  return {
    ...head,
    get values() {
      return column().values;
    },
    get starts() {
      return column().starts;
    },
    get codes() {
      return column().codes;
    },
  };
};
