/** A square matrix, row after row. */
export interface Matrix {
  readonly size: number;
  readonly cells: Float64Array;
}

const matrixOf = (size: number, cell: (row: number, column: number) => number): Matrix => {
  const cells = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) cells[row * size + column] = cell(row, column);
  return { size, cells };
};

/** 1 on the diagonal, else 0. */
export const identityWeights = (size: number): Matrix => matrixOf(size, (row, column) => (row === column ? 1 : 0));

/** 1 - (i-j)^2/(q-1)^2, by the places of the categories (Fleiss and Cohen 1973). */
export const quadraticWeights = (size: number): Matrix =>
  matrixOf(size, (row, column) => (size < 2 ? 1 : 1 - (row - column) ** 2 / (size - 1) ** 2));

export const cell = ({ size, cells }: Matrix, row: number, column: number): number => cells[row * size + column] ?? 0;

export const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};
