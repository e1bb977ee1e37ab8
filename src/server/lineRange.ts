import type { Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** The range of a whole line without its leading blanks; `line` is 1-based as people read it. */
export const lineRange = (document: TextDocument, line: number): Range => {
  const at = Math.min(Math.max(line - 1, 0), document.lineCount - 1);
  const text = document.getText({ start: { line: at, character: 0 }, end: { line: at + 1, character: 0 } }).trimEnd();
  return {
    start: { line: at, character: text.length - text.trimStart().length },
    end: { line: at, character: text.length },
  };
};
