/** The name of a folder as the trajectory has it, and as it is in the sandbox. */
export interface PathRewrite {
  readonly recorded: string;
  readonly actual: string;
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a path stands as a whole, not as a part of another name. */
const wholePath = (path: string): RegExp => new RegExp(`(?<![\\w.-])${quoted(path)}(?![\\w-]|\\.\\w)`, 'g');

const replaced = (text: string, from: string, to: string): string =>
  from === to || !text.includes(from) ? text : text.replace(wholePath(from), () => to);

/** A command of the trajectory with the folder's name as it is in the sandbox. */
export const toSandbox = (text: string, { recorded, actual }: PathRewrite): string => replaced(text, recorded, actual);

/** What came back, with the folder's name as the trajectory has it. */
export const toRecording = (text: string, { recorded, actual }: PathRewrite): string =>
  replaced(text, actual, recorded);
