import type { MatrixQuery, MatrixRange, MatrixShape, MatrixWindow } from './matrix';

/** What the page itself asks of the rows, on top of the explorer's filter. */
export type MatrixWish = Pick<MatrixQuery, 'words' | 'differ' | 'order'>;

export type MatrixReply =
  | {
      readonly kind: 'matrix';
      readonly shape: MatrixShape;
      /** The explorer's filter in words; '' where it has none. */
      readonly filter: string;
    }
  | { readonly kind: 'fault'; readonly message: string };

/** What the extension host offers to the matrix page. */
export type MatrixHostApi = {
  shape(q: MatrixWish): Promise<MatrixReply>;
  /** null: the matrix was made anew, ask for its shape. */
  window(q: MatrixRange): Promise<MatrixWindow | null>;
  /**
   * `review`: what the tree's Judge does for that run; `instance`: its page, at the run where one is named; `trajectory`:
   * how that run came to its patch.
   */
  open(q: {
    readonly what: 'review' | 'instance' | 'trajectory';
    readonly datasetPath: string;
    readonly instanceId: string;
    readonly runKey: string | null;
  }): Promise<null>;
  /** Compares the run of a column with another one, which the person chooses. */
  compare(q: { readonly runKey: string }): Promise<null>;
  /** Commands of the empty page. */
  help(q: { readonly what: 'clearFilter' | 'openDataset' | 'openFolder' | 'evaluate' }): Promise<null>;
  focusChanged(q: { readonly keys: boolean }): Promise<null>;
};

/** What the matrix page offers to the extension host. */
export type MatrixViewApi = {
  /** The study or the explorer's filter has changed. */
  changed(none: undefined): null;
  /** A letter that is bound to the page: o, d, s, c, t. */
  press(q: { readonly key: string }): null;
};
