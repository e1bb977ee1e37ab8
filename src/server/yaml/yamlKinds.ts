import type { DocumentKind } from '../documentKind';
import type { StudyContext } from '../studyContext';
import { labelKind } from './labelKind';
import { rubricKind } from './rubricKind';
import { studyKind } from './studyKind';
import type { YamlPorts } from './yamlPorts';

/** The study file is ours by its name, a rubric by its schema, a label file by its fields. */
export const yamlKinds = (context: StudyContext, ports: YamlPorts): readonly DocumentKind[] => [
  studyKind(context, ports),
  rubricKind(context),
  labelKind(context, ports),
];
