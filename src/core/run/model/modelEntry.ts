/** Dollars per million tokens; null: unknown, and then so is the cost. */
export interface ModelPrices {
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
}

/**
 * Which protocol a model is asked by. `vscode`: a model of the editor. `replay`: replies out of a record; `scripted`:
 * replies out of a file that a person wrote, for tests and demonstrations.
 */
export type ModelProtocol = 'openai' | 'anthropic' | 'vscode' | 'replay' | 'scripted';

/** A row of the models file. */
export interface ModelEntry {
  /** By which people and runs name it. */
  readonly id: string;
  readonly protocol: ModelProtocol;
  /** The provider's own name of it. */
  readonly model: string;
  /** Null: the protocol's usual address. */
  readonly baseUrl: string | null;
  /** For `replay` and `scripted`: the file, absolute. Null elsewhere. */
  readonly file: string | null;
  /** Name of the environment variable, and of the secret in the editor, that holds the key; null: it needs none. */
  readonly keyName: string | null;
  readonly contextTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly prices: ModelPrices | null;
  /** Further fields of each request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Which protocols of agents its server speaks beside its own, for the gateway to pass through. */
  readonly alsoSpeaks: readonly ('responses' | 'anthropic' | 'openai')[];
}

/** Where keys come from: SecretStorage in the editor, the environment on the command line. Null: there is none. */
export interface KeySource {
  keyOf(name: string): Promise<string | null>;
}
