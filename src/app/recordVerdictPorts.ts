import type { ReviewStore } from '../core/review/stores';
import type { Sha256 } from '../core/shared/hash';

export interface VerdictPorts extends ReviewStore {
  readonly sha256: Sha256;
}
