import type { Hover } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FieldPath } from '../../core/shared/yamlPlaces';
import { plain } from '../rows/markdownText';
import type { NodeAt } from './nodeAt';
import { rangeOf } from './problemDiagnostics';
import { shapesAt } from './shapeAt';
import { shapeWords } from './shapeWords';
import type { YamlFormat } from './yamlFormat';

const pathWords = (path: FieldPath): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? text : text === '' ? step : `${text}.${step}`), '');

/** What a field does, its type and its default, as Markdown; null where the format has no such field. */
export const fieldHover = (format: YamlFormat, path: FieldPath): string | null => {
  const words = format.words(path);
  if (words === null) return null;
  const types = [...new Set(shapesAt(format, path).map(shapeWords))].join(', or ');
  const parent = shapesAt(format, path.slice(0, -1));
  const name = String(path.at(-1));
  const required = parent.some((shape) => shape.type === 'block' && Object.hasOwn(shape.required ?? {}, name));
  const otherwise = required ? 'required' : words.otherwise === undefined ? '' : `default: ${words.otherwise}`;
  const type = [types, otherwise].filter((one) => one !== '').join('; ');
  return [`**${plain(pathWords(path))}**: ${plain(type)}`, plain(words.does)].join('\n\n');
};

/** A hover over the node; null where there are no words. */
export const hoverOf = (document: TextDocument, at: NodeAt, value: string | null): Hover | null =>
  value === null ? null : { contents: { kind: 'markdown', value }, range: rangeOf(document, at.range) };
