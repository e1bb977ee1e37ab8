import { textAt } from '../fields';
import type { RecordCut, TrajectoryFormat, TrajectoryPart } from '../trajectoryFormat';
import { AtifReader, atifVersion } from './atif/atifReader';
import { buildAtifStep } from './atif/atifStep';

export const atifCut: RecordCut = { kind: 'document', arrays: ['steps', 'subagent_trajectories'] };

const summary = /^\.summarization-(\d{1,6})-(summary|questions|answers)\.json$/;
const order = ['summary', 'questions', 'answers'];

/** Where a file stands among those that Harbor's Terminus 2 writes each time it sums up; null for other names. */
const placeOf = (ending: string): number | null => {
  const [, time, name = ''] = summary.exec(ending) ?? [];
  return time === undefined ? null : Number(time) * order.length + order.indexOf(name);
};

/** Its sub-agents that sum up, in files beside `trajectory.json`. */
const summaries = (endings: readonly string[]): readonly TrajectoryPart[] =>
  endings
    .filter((ending) => placeOf(ending) !== null)
    .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
    .map((path) => ({ path, cut: atifCut }));

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
  siblings: summaries,
};
