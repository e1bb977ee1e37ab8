import type { FieldShape, Fields, Required } from '../../core/shared/fieldShape';
import type { FieldPath } from '../../core/shared/yamlPlaces';

/** The two formats by their fields. */
export interface FormatShape {
  readonly fields: Fields;
  readonly required: readonly string[];
}

const inBlock = (shape: FieldShape, step: string | number): readonly FieldShape[] => {
  if (shape.type === 'either') return [...inBlock(shape.plain, step), ...inBlock(shape.block, step)];
  if (typeof step === 'number') return inList(shape);
  if (shape.type === 'paths') return [{ type: 'path', builtIn: true }];
  if (shape.type !== 'block') return [];
  const found = Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
  return found ? [found] : [];
};

const inList = (shape: FieldShape): readonly FieldShape[] => {
  if (shape.type === 'list') return [...(shape.plain ? [shape.plain] : []), shape.of];
  if (shape.type === 'strings') return [{ ...shape, type: 'text' }];
  return shape.type === 'choices' ? [{ type: 'choice', values: shape.values }] : [];
};

const spread = (shape: FieldShape): readonly FieldShape[] =>
  shape.type === 'either' ? [...spread(shape.plain), ...spread(shape.block)] : [shape];

/** What may stand at a path; nothing where the format has no such field. */
export const shapesAt = ({ fields, required }: FormatShape, path: FieldPath): readonly FieldShape[] => {
  const words: Required = Object.fromEntries(required.map((name) => [name, '']));
  let shapes: readonly FieldShape[] = [{ type: 'block', fields, required: words }];
  for (const step of path) shapes = shapes.flatMap((shape) => inBlock(shape, step));
  return shapes.flatMap(spread);
};

/** The fields that a block at the path may have, the required ones first. */
export const fieldsAt = (format: FormatShape, path: FieldPath) =>
  shapesAt(format, path).flatMap((shape) =>
    shape.type === 'block'
      ? Object.entries(shape.fields).map(([name, of]) => ({
          name,
          of,
          required: Object.hasOwn(shape.required ?? {}, name),
        }))
      : [],
  );
