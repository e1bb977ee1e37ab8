import type { LogLine } from '../lineParser';
import { END_MARKER, HARNESS_MARK, START_MARKER } from '../markers';

/** Where the next marker of either kind begins in a text; -1 where there is none. */
const markerIn = (text: string): number => {
  const places = [text.indexOf(START_MARKER), text.indexOf(END_MARKER)].filter((place) => place !== -1);
  return places.length === 0 ? -1 : Math.min(...places);
};

/**
 * Finds the test section: from the first start marker to the next marker of either kind, or to the end of the log
 * (SWE-bench `get_logs_eval`). The rests of the marker lines belong to it, as they do there.
 */
export class TestSection {
  private state: 'before' | 'inside' | 'after' = 'before';
  private started = false;
  private ended = false;

  /**
   * The part of a line that belongs to the section; null where none does. All lines with a mark have to come here;
   * `mayHaveMark` is false of those that are known to have none.
   */
  part(line: LogLine, mayHaveMark: boolean): LogLine | null {
    if (!mayHaveMark || !line.text.includes(HARNESS_MARK)) return this.state === 'inside' ? line : null;
    const { text } = line;
    this.started ||= text.includes(START_MARKER);
    this.ended ||= text.includes(END_MARKER);
    if (this.state === 'after') return null;
    if (this.state === 'inside') return this.untilMarker(line, text);
    const start = text.indexOf(START_MARKER);
    if (start === -1) return null;
    this.state = 'inside';
    return this.untilMarker(line, text.slice(start + START_MARKER.length));
  }

  get missing(): 'start' | 'end' | null {
    if (!this.started) return 'start';
    return this.ended ? null : 'end';
  }

  private untilMarker(line: LogLine, text: string): LogLine {
    const end = markerIn(text);
    if (end === -1) return { ...line, text };
    this.state = 'after';
    return { ...line, text: text.slice(0, end), open: true };
  }
}
