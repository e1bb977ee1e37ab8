import { shownText } from '../../src/core/shared/shownText';
import type { ListedStep } from '../../src/protocol/trajectory';

export interface RowLabel {
  readonly main: string;
  /** Secondary text after it; '' where there is none. */
  readonly beside: string;
}

/** Going to a folder first says little of what a command does. */
const goes = /^\s*cd\s+(\S+)\s*&&\s*/;
/** A tool's name, its command, the path that it takes and the lines of it, as the index writes calls of tools. */
const toolOnPath = /^([\w.:-]+)(?: ([\w:-]+))? "?(\S*\/)([^/\s"]+)"?(?: (\d+(?:-{1,2}\d+)?))?$/;

/** A file that a command of the shell prints, and which lines of it. */
const prints = /^(?:cat|nl|sed|head|tail)\b[^;&]*$/;
const printed = /(?:^|\s)((?:[\w.@+-]*\/)*)([\w.@+-]+\.\w+)(?=\s|$)/;
const lines = /sed -n ['"]?(\d+),(\d+)p/;

const printLabel = (command: string): RowLabel | null => {
  const file = prints.test(command) ? printed.exec(command) : null;
  if (file === null) return null;
  const [, folder = '', name = ''] = file;
  const span = lines.exec(command);
  const where = span === null ? '' : `${span[1]}–${span[2]}`;
  return { main: name, beside: [where, folder.replace(/\/$/, '')].filter((part) => part !== '').join(' · ') };
};

/** A here-document that is written to a file, and one that patches a file (named behind it by the index). */
const writes = /^(?:cat|tee)\s*>*\s*([^\s<>|&;]+)\s*<</;
const patches = /^(git apply|patch|python)\b.*<<\S*\s+(\S+)$/;

const labelOf = (path: string, how: string): RowLabel => {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]+)$/.exec(path) ?? [];
  return { main: name, beside: [how, folder.replace(/(?<=.)\/$/, '')].filter((part) => part !== '').join(' · ') };
};

const editLabel = (command: string): RowLabel | null => {
  const [, written] = writes.exec(command) ?? [];
  const [, tool = '', patched] = patches.exec(command) ?? [];
  if (written !== undefined) return labelOf(written, 'written');
  return patched === undefined ? null : labelOf(patched, tool);
};

/** The sentinel by which mini-swe-agent hands in says nothing to a reader. */
const sentinel = /^echo \S*COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\S*\s*(?:&&\s*)?/;

const submitLabel = (command: string): RowLabel | null =>
  sentinel.test(command) ? { main: 'submit', beside: command.replace(sentinel, '') } : null;

const shellLabel = (kind: ListedStep['kind'], command: string): RowLabel | null => {
  if (kind === 'read') return printLabel(command);
  if (kind === 'edit') return editLabel(command);
  return kind === 'submit' ? submitLabel(command) : null;
};

const editors = /^(?:str_replace|text)_\w*editor\w*$/;

const toolLabel = ([, name = '', command, folder = '', file = '', span]: RegExpExecArray): RowLabel => {
  const words = command === undefined ? name : editors.test(name) ? command : `${name} ${command}`;
  const parts = [span?.replace(/-(?:-1)?/, '–'), words, folder.replace(/(?<=.)\/$/, '')];
  return { main: file, beside: parts.filter((part) => part !== undefined).join(' · ') };
};

/** What a row says: the call first, the folder or the tool after it. The whole text is in the hover. */
export const rowLabel = ({ kind, preview: written }: Pick<ListedStep, 'kind' | 'preview'>): RowLabel => {
  const preview = shownText(written);
  const tool = kind === 'read' || kind === 'edit' ? toolOnPath.exec(preview) : null;
  if (tool) return toolLabel(tool);
  const goesTo = goes.exec(preview);
  const rest = goesTo === null ? '' : preview.slice(goesTo[0].length);
  const label = shellLabel(kind, rest || preview);
  if (label !== null) return label;
  return rest === '' ? { main: preview, beside: '' } : { main: rest, beside: `in ${goesTo?.[1] ?? ''}` };
};
