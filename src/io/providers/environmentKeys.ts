import type { KeySource } from '../../core/run/model/modelEntry';

/** Keys out of this process's environment. An empty variable is none. */
export const environmentKeys: KeySource = {
  keyOf: async (name) => process.env[name]?.trim() || null,
};
