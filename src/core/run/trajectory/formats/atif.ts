import { textAt } from '../fields';
import type { RecordCut, TrajectoryFormat } from '../trajectoryFormat';
import { AtifReader, atifVersion } from './atif/atifReader';
import { buildAtifStep } from './atif/atifStep';

const atifCut: RecordCut = { kind: 'document', arrays: ['steps', 'subagent_trajectories'] };

/** Agent Trajectory Interchange Format 1.0 to 1.7 (Harbor's RFC 0001): one document, `steps` in order. */
export const atif: TrajectoryFormat = {
  name: 'atif',
  title: 'ATIF',
  detect: ({ values: [document] }) => {
    const version = atifVersion(textAt(document, 'schema_version'));
    return version === null ? null : { cut: atifCut, version };
  },
  open: (version) => new AtifReader('atif', version),
  build: buildAtifStep,
};
