import type { TextEdit } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMap, type Node, type YAMLMap } from 'yaml';
import { replacing } from './yamlActions';

const startOf = (node: unknown): number => (node as Node | null | undefined)?.range?.[0] ?? 0;

const inFlow = (document: TextDocument, map: YAMLMap, field: string): TextEdit => {
  const at = startOf(map) + 1;
  const [pair] = map.items;
  return replacing(document, [at, at], pair === undefined ? ` ${field} ` : ` ${field},`);
};

/** A field written first into a block, in the block's own style. */
export const insertFirst = (document: TextDocument, map: unknown, name: string, value: string): TextEdit | null => {
  if (!isMap(map)) return null;
  const field = `${name}: ${value}`;
  if (map.flow) return inFlow(document, map, field);
  const at = startOf(map.items[0]?.key);
  const { character } = document.positionAt(at);
  return replacing(document, [at, at], `${field}\n${' '.repeat(character)}`);
};

/** A field written last into a block: beside what is there, where it may be a longer one. */
export const insertLast = (document: TextDocument, map: unknown, name: string, value: string): TextEdit | null => {
  const last = isMap(map) ? map.items.at(-1) : undefined;
  if (!isMap(map) || last === undefined) return insertFirst(document, map, name, value);
  const range = (last.value as Node | null)?.range ?? (last.key as Node).range;
  const end = range?.[1] ?? 0;
  if (map.flow) return replacing(document, [end, end], `, ${name}: ${value}`);
  if (document.getText().slice(startOf(last.key), end).includes('\n')) return insertFirst(document, map, name, value);
  const { character } = document.positionAt(startOf(map.items[0]?.key));
  return replacing(document, [end, end], `\n${' '.repeat(character)}${name}: ${value}`);
};
