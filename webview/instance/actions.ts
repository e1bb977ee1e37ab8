import type { PageAction } from '../../src/protocol/instancePage';

/** A button, link or key of the page, for the host to do. */
export type Act = (action: PageAction, runKey?: string | null, line?: number | null, repeat?: number) => void;
