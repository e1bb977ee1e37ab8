import type { TrajectoryFormat } from '../trajectoryFormat';
import { buildOpencode } from './opencode/buildOpencode';
import { OpencodeReader } from './opencode/opencodeReader';
import { sessionsOf } from './opencode/storagePaths';

const name = 'opencode-storage';

/** The folder `storage` of opencode: a file each for sessions, messages and parts. A file alone is no trajectory. */
export const opencodeStorage: TrajectoryFormat = {
  name,
  title: 'opencode storage',
  detect: () => null,
  open: () => new OpencodeReader(name),
  build: buildOpencode,
  folder: sessionsOf,
};
