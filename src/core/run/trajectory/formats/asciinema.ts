import { blankTrajectory } from '../blank';
import { numberAt } from '../fields';
import type { Trajectory } from '../trajectory';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { castHeader } from './terminal/castLines';
import { CastReader } from './terminal/castReader';
import { buildTerminalStep } from './terminal/terminalStep';

class RecordingReader implements TrajectoryReader {
  private readonly cast = new CastReader('main', 'agent');
  private steps = 0;
  private isCut = false;

  constructor(private readonly version: string | null) {}

  take(record: RawRecord): readonly StepGroup[] {
    return this.counted(this.cast.take(record));
  }

  end(cut: boolean): readonly StepGroup[] {
    this.isCut = cut;
    return this.counted(this.cast.end());
  }

  private counted(groups: readonly StepGroup[]): readonly StepGroup[] {
    this.steps += groups.length;
    return groups;
  }

  head(): Trajectory {
    const blank = blankTrajectory('asciinema');
    return {
      ...blank,
      startedAt: this.cast.recordedAt,
      endedAt: this.cast.lastAt,
      totals: { ...blank.totals, visibleSteps: this.steps, incomplete: this.isCut },
      agents: [{ agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null }],
      version: this.version,
      warnings: ['A recorded terminal: who typed and what was thought is not recorded.'],
    };
  }
}

/** A recorded terminal (`.cast`, asciinema 2 and 3), as terminal-bench keeps one of the agent and one of the tests. */
export const asciinema: TrajectoryFormat = {
  name: 'asciinema',
  title: 'Recorded terminal',
  detect: ({ values: [first] }) => {
    const header = castHeader(first);
    return header === null ? null : { cut: { kind: 'text' }, version: `${numberAt(header, 'version')}` };
  },
  open: (version) => new RecordingReader(version),
  build: buildTerminalStep,
};
