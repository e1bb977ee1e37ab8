import type { ListedStep } from '../../src/protocol/trajectory';

export interface RowLabel {
  readonly main: string;
  /** Secondary text after it; '' where there is none. */
  readonly beside: string;
}

/** Going to a folder first says little of what a command does. */
const goes = /^\s*cd\s+(\S+)\s*&&\s*/;
/** A tool's name and the path that it takes, as the index writes calls of tools. */
const toolOnPath = /^([\w.:-]+) (\S*\/)([^/\s]+)$/;

/** What a row says: the call first, the folder or the tool after it. The whole text is in the hover. */
export const rowLabel = ({ kind, preview }: Pick<ListedStep, 'kind' | 'preview'>): RowLabel => {
  const tool = kind === 'read' || kind === 'edit' ? toolOnPath.exec(preview) : null;
  if (tool) {
    const [, name = '', folder = '', file = ''] = tool;
    return { main: file, beside: `${folder.replace(/\/$/, '')} · ${name}` };
  }
  const goesTo = goes.exec(preview);
  const rest = goesTo === null ? '' : preview.slice(goesTo[0].length);
  return rest === '' ? { main: preview, beside: '' } : { main: rest, beside: `in ${goesTo?.[1] ?? ''}` };
};
