import type { FieldShape } from '../../core/shared/fieldShape';
import { scalarWords } from '../../core/study/scalarFits';

const listOf = (values: readonly string[]): string =>
  values.length > 12 ? `${values.slice(0, 12).join(', ')} and ${values.length - 12} more` : values.join(', ');

/** The type of a field for people. */
export const shapeWords = (shape: FieldShape): string => {
  switch (shape.type) {
    case 'block':
      return 'a block';
    case 'list':
      return shape.plain ? `a list; each ${shapeWords(shape.plain)} or ${shapeWords(shape.of)}` : 'a list';
    case 'either':
      return `${shapeWords(shape.plain)}, or ${shapeWords(shape.block)}`;
    case 'map':
      return 'a block of names and texts';
    case 'paths':
      return 'a block of names and paths';
    case 'strings':
      return shape.refers ? `a list of ${shape.refers} ids` : 'a list of texts';
    case 'choice':
      return `one of ${listOf(shape.values)}`;
    case 'choices':
      return `a list of ${listOf(shape.values)}`;
    case 'whole':
      return `a whole number from ${shape.min} to ${shape.max}`;
    case 'parser':
      return 'the name of a log parser';
    case 'path':
      return shape.builtIn ? 'a path, or the id of a rubric that ships' : 'a path';
    case 'later':
    case 'notYet':
      return 'a value or a list';
    default:
      return shape.refers ? `the id of a ${shape.refers}` : scalarWords[shape.type];
  }
};
