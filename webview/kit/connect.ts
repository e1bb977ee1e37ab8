import { type Api, type Channel, type Remote, RpcConnection } from '../../src/protocol/rpc';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** May be acquired once a page; every app of ours goes through this one. */
const vscode = acquireVsCodeApi();

const channel: Channel = {
  post: (message) => vscode.postMessage(message),
  listen: (handler) => {
    const listener = (event: MessageEvent<unknown>) => handler(event.data);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  },
};

/** The extension host's functions, with ours offered to it. */
export const connect = <Host extends Api>(ours: Api): Remote<Host> => new RpcConnection<Host>(channel, ours).remote;

/** What the page keeps over a reload of the window: place and selection, never data. */
export const keptState = <T>(fallback: T): T => (vscode.getState() as T | undefined) ?? fallback;

export const keepState = (state: unknown): void => vscode.setState(state);
