import { callKindOf } from './callKind';
import { isFields, textAt, valueAt } from './fields';
import type { Call, Step } from './step';

const previewLength = 200;

/** First line with something on it, cut. The copy lets go of the text from which it was cut. */
export const firstLine = (text: string): string => {
  if (text === '') return '';
  const line = /\S[^\r\n]*/.exec(text.slice(0, 4096))?.[0] ?? '';
  return ` ${line.slice(0, previewLength)}`.slice(1);
};

const argumentNames = ['command', 'cmd', 'file_path', 'path', 'filename', 'pattern', 'query', 'url', 'code'] as const;

const argumentOf = (call: Call): string => {
  if (!isFields(call.args)) return call.rawArgs;
  for (const name of argumentNames) {
    const list = call.args[name];
    const text =
      textAt(call.args, name) ?? (Array.isArray(list) ? list.filter((one) => typeof one === 'string').at(-1) : null);
    if (typeof text === 'string' && text !== '') return text;
  }
  return call.rawArgs;
};

const appliesPatch = /\b(?:git apply|patch)\b[^\n]*<<[^\n]*$/;
const patchedFile = /^\+\+\+ (?:b\/)?(\S+)/m;

/** A Python program that comes as a here-document, and the file that it opens to write. */
const runsProgram = /^(?:\S+ && )?python[\d.]* (?:- )?<<[^\n]*$/;
const openedFile = /\b(?:Path|open)\(\s*['"]([^'"\s]+)['"]/;
const writes = /\.write(?:_text|lines)?\(/;

const fileOfDocument = (line: string, text: string): string | undefined => {
  if (appliesPatch.test(line)) return patchedFile.exec(text)?.[1];
  return runsProgram.test(line) && writes.test(text) ? openedFile.exec(text)?.[1] : undefined;
};

/** What a here-document patches or writes is not on the command's own line: its first file is told behind it. */
const lineOfCommand = (text: string): string => {
  const line = firstLine(text);
  const file = fileOfDocument(line, text.slice(0, 4096));
  return file === undefined ? line : firstLine(`${line} ${file}`);
};

/** `view F 1-240`: an editor of many commands says nothing without its file. */
const editorWords = ({ args }: Call): string | null => {
  const [command, path, range] = ['command', 'path', 'view_range'].map((name) => valueAt(args, name));
  if (typeof command !== 'string' || typeof path !== 'string' || path === '') return null;
  const span = Array.isArray(range) && range.length === 2 ? ` ${range.join('-')}` : '';
  return `${command} ${path}${span}`;
};

/** A command stands for itself, also one of an agent's own tools; before other arguments the tool is named. */
const lineOfCall = (call: Call): string => {
  const text = argumentOf(call);
  if (callKindOf(call.name, null) === 'shell') return lineOfCommand(text || call.name);
  const line = firstLine(editorWords(call) ?? text);
  const isNamed = line === call.name || line.startsWith(`${call.name} `);
  return isNamed ? line : firstLine(`${call.name} ${line}`);
};

/** The file that an edit by line numbers was made in stands in no argument. */
const withFile = (line: string, { kind }: Call, { filesTouched }: Step): string => {
  const [file = '', ...others] = filesTouched;
  const isTold = kind !== 'edit' || file === '' || others.length > 0 || /[/.]/.test(line);
  return isTold ? line : firstLine(`${line} ${file}`);
};

/** A tag alone on the first line of a prompt says less than the line after it. */
const firstWords = (text: string): string =>
  firstLine(text.slice(0, 4096).replace(/^\s*(?:<[\w-]{1,60}>\s*\n\s*)+(?=\S)/, ''));

/** What a list says of a step: of `call` where it calls something, else of what was thought or came. */
export const previewOf = (step: Step, call: Call | null): string =>
  (call === null ? '' : withFile(lineOfCall(call), call, step)) ||
  firstWords(step.thought) ||
  firstLine(step.reasoning?.text ?? '') ||
  firstLine(step.observations.find(({ text }) => /\S/.test(text))?.text ?? '') ||
  firstLine(step.notices[0]?.text ?? '');
