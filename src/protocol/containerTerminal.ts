import type { Api } from './rpc';

/** A shell in a container of an instance's image. */
export interface TerminalRequest {
  /** The terminal's own name, chosen by the caller; also for progress and cancel while it opens. */
  readonly terminal: string;
  readonly datasetPath: string;
  readonly instanceId: string;
  /** Workspace whose files are put in; null: the image's own, at base. */
  readonly folder: string | null;
  readonly endpoint: string | null;
  readonly images: Readonly<Record<string, string>>;
  readonly repositories: Readonly<Record<string, string>>;
  /** As in `RunSettings`. */
  readonly imageBudget?: number;
  readonly columns: number;
  readonly rows: number;
}

/** Terminals as the worker offers them. A call for a terminal that is closed does nothing. */
export interface ContainerTerminalApi extends Api {
  /** Gives lines to be shown above the shell: image, network, files. */
  openTerminal(q: TerminalRequest): Promise<readonly string[]>;
  terminalInput(q: { readonly terminal: string; readonly bytes: Uint8Array }): Promise<void>;
  terminalSize(q: { readonly terminal: string; readonly columns: number; readonly rows: number }): Promise<void>;
  /** Ends the shell and removes its container. */
  closeTerminal(q: { readonly terminal: string }): Promise<void>;
}

/** What the worker tells of them. The bytes are the container's own: for a terminal and nothing else. */
export interface ContainerTerminalHost extends Api {
  terminalOutput(q: { readonly terminal: string; readonly bytes: Uint8Array }): void;
  /** Null where the engine or the container went away. */
  terminalEnded(q: { readonly terminal: string; readonly exitCode: number | null }): void;
}
