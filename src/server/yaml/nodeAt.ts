import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type FieldPath, keyText, type TextSpan } from '../../core/shared/yamlPlaces';

/** What stands at a place of a YAML text. */
export interface NodeAt {
  /** To the value, or to the field whose name stands there. */
  readonly path: FieldPath;
  readonly isKey: boolean;
  readonly node: unknown;
  readonly range: TextSpan;
}

const holds = (node: unknown, offset: number): boolean => {
  const range = (node as Node | null | undefined)?.range;
  return range !== null && range !== undefined && range[0] <= offset && offset <= range[1];
};

const at = (path: FieldPath, node: unknown, isKey: boolean): NodeAt => {
  const [start = 0, end = 0] = (node as Node).range ?? [];
  return { path, isKey, node, range: [start, end] };
};

/** The name or single value at an offset; null between them. */
export const nodeAt = (node: unknown, offset: number, path: FieldPath = []): NodeAt | null => {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const inner = [...path, keyText(key)];
      if (holds(key, offset)) return at(inner, key, true);
      if (holds(value, offset)) return nodeAt(value, offset, inner);
    }
    return null;
  }
  if (isSeq(node)) {
    const index = node.items.findIndex((item) => holds(item, offset));
    return index < 0 ? null : nodeAt(node.items[index], offset, [...path, index]);
  }
  return isScalar(node) && holds(node, offset) ? at(path, node, false) : null;
};
