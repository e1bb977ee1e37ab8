import { BLANKS } from '../blanks';
import { DIGIT } from '../characterClasses';
import type { LogLine } from '../lineParser';
import { numberOf } from './digits';

const CODE = new RegExp(`>>>>> Test Exit Code:[${BLANKS}]*(-?[${DIGIT}]+)`, 'u');
const OPEN = new RegExp(`>>>>> Test Exit Code:[${BLANKS}]*$`, 'u');
const FIRST = new RegExp(`^[${BLANKS}]*(-?[${DIGIT}]+)`, 'u');
const BLANK_LINE = new RegExp(`^[${BLANKS}]*$`, 'u');

/** The test command's exit code as the script of a v5 row notes it; the first that is followed by a number counts. */
export class ExitCode {
  /** Null where the log has no such note. */
  code: number | null = null;
  private open = false;

  /** Whether the next line is needed: the number may stand on a later line. */
  line({ text }: Pick<LogLine, 'text'>): boolean {
    if (this.code !== null) return false;
    if (this.open && BLANK_LINE.test(text)) return true;
    const found = (this.open ? FIRST.exec(text) : null) ?? CODE.exec(text);
    this.open = found === null && OPEN.test(text);
    if (found?.[1] !== undefined) this.code = numberOf(found[1]);
    return this.open;
  }
}
