import type { Workbench } from './workbench';

/** One picture of the README: made from the running product with the sample open, never drawn. */
export interface Scene {
  /** File name without ending below media/readme. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Brings into view what the picture shows, and waits until it is there. */
  readonly arrange: (workbench: Workbench) => Promise<void>;
}

/** The README's pictures, in its order. */
export const scenes: readonly Scene[] = [
  {
    name: '1-instances',
    arrange: async (workbench) => {
      await workbench.showTouchstone();
      await workbench.row('spandrel');
    },
  },
];
