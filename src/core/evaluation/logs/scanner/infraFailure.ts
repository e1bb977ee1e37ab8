import { DIGIT } from '../characterClasses';
import { type Cue, cuesAt, type LogLine } from '../lineParser';

/** SWE-bench 5.0's own labels (issue 586), in its order: the first that the log shows anywhere is the reason. */
const signatures: readonly (readonly [reason: string, certain: boolean, look: RegExp])[] = [
  ['browser_launch_failed', true, /Failed to launch|Failed to connect to the bus/],
  ['display_unavailable', true, /cannot open display|Missing X server|unable to open X display/],
  ['out_of_memory', true, /Cannot allocate memory|OutOfMemoryError|^Killed$/],
  ['container_unavailable', true, /Error response from daemon|Cannot connect to the Docker daemon/],
  ['network_unreachable', true, /Could not resolve host|Temporary failure in name resolution/],
  ['missing_module', false, /Cannot find module|MODULE_NOT_FOUND|ModuleNotFoundError/],
  ['no_tests_collected', false, /no tests ran|collected 0 items/],
  ['tests_timed_out', false, new RegExp(`Timeout error: [${DIGIT}]+ seconds exceeded`, 'u')],
];

/** Beyond those of the environment signs. */
export const infraCues: readonly Cue[] = cuesAt(
  'anywhere',
  'Error response from daemon',
  'Cannot connect to the Docker daemon',
);

/** What SWE-bench 5.0 notes of a broken environment. */
export class InfraFailure {
  private first = signatures.length;

  line({ text }: Pick<LogLine, 'text'>): void {
    const found = signatures.findIndex(([, , look], index) => index < this.first && look.test(text));
    if (found !== -1) this.first = found;
  }

  end(): { readonly reason: string; readonly certain: boolean } | null {
    const found = signatures[this.first];
    return found ? { reason: found[0], certain: found[1] } : null;
  }
}
