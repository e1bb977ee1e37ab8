import type { MatrixRange, MatrixRow, MatrixShape, MatrixWindow, ShownCell } from '../../src/protocol/matrix';
import { type Blocks, fetchedBlocks } from '../kit/fetchedBlocks';
import type { Span } from '../kit/visibleRange';

/** Cells of a block: what is fetched at once. */
const blockRows = 50;
const blockColumns = 20;
const keptBlocks = 80;

const nothing: Span = { first: 0, end: 0 };

const meets = (from: number, size: number, { first, end }: Span): boolean => from < end && from + size > first;

/** The matrix's cells as the page sees them: fetched by blocks as they come into view, forgotten when it is made anew. */
export class CellSource {
  private shape: MatrixShape | null = null;
  private rows = nothing;
  private columns = nothing;
  private readonly blocks: Blocks<MatrixWindow>;

  constructor(
    private readonly fetch: (range: MatrixRange) => Promise<MatrixWindow | null>,
    arrived: () => void,
  ) {
    this.blocks = fetchedBlocks(
      (key) => this.load(key),
      (key) => this.isSeen(key),
      arrived,
      keptBlocks,
    );
  }

  /** Another matrix, or the same one made anew. */
  begin(shape: MatrixShape): void {
    if (this.shape?.version === shape.version) return;
    this.shape = shape;
    this.blocks.clear();
  }

  /** What is in view: blocks outside are not fetched any more. */
  see(rows: Span, columns: Span): void {
    this.rows = rows;
    this.columns = columns;
  }

  /** undefined: not here yet; null: the run does not have the instance. */
  cell(row: number, column: number): ShownCell | undefined {
    const block = this.block(row, column);
    return block?.cells[row - block.firstRow]?.[column - block.firstColumn];
  }

  head(row: number): MatrixRow | null {
    const block = this.block(row, Math.min(this.columns.first, Math.max(0, (this.shape?.columns.length ?? 1) - 1)));
    return block?.heads[row - block.firstRow] ?? null;
  }

  private block(row: number, column: number): MatrixWindow | null {
    const key = `${Math.floor(row / blockRows)} ${Math.floor(column / blockColumns)}`;
    return this.blocks.get(key);
  }

  private isSeen(key: string): boolean {
    const [row = 0, column = 0] = key.split(' ').map(Number);
    const rows = meets(row * blockRows, blockRows, this.rows);
    return rows && (this.shape?.columns.length === 0 || meets(column * blockColumns, blockColumns, this.columns));
  }

  private async load(key: string): Promise<MatrixWindow | null> {
    const [row = 0, column = 0] = key.split(' ').map(Number);
    if (!this.shape) return null;
    return this.fetch({
      version: this.shape.version,
      firstRow: row * blockRows,
      rows: blockRows,
      firstColumn: column * blockColumns,
      columns: blockColumns,
    });
  }
}
