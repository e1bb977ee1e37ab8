import type { ShownStep } from '../../src/protocol/trajectory';
import { useMarksOf } from './hitMarks';
import { WarningIcon } from './icons';
import { Marked } from './textBlock';
import { count } from './words';

interface Line {
  readonly at: number;
  readonly times: number;
}

/** A notice that says the same as the one before it is counted there, unless a match stands in it. */
const linesOf = (notices: ShownStep['notices'], isFound: (at: number) => boolean): readonly Line[] => {
  const lines: Line[] = [];
  for (const [at, { kind, text }] of notices.entries()) {
    const before = lines.at(-1);
    const same = before && notices[before.at];
    const isAgain = same?.kind === kind && same.text === text && !isFound(at);
    if (before && isAgain) lines[lines.length - 1] = { ...before, times: before.times + 1 };
    else lines.push({ at, times: 1 });
  }
  return lines;
};

/** What was found as the step was read: lost replies, calls that are none. */
export const Notices = ({ of }: { of: ShownStep['notices'] }) => {
  const marksOf = useMarksOf();
  return (
    <>
      {linesOf(of, (at) => marksOf('notice', at).length > 0).map(({ at, times }) => {
        const { kind, text } = of[at] ?? { kind: '', text: '' };
        return (
          <div key={at} class="notice">
            <WarningIcon label={kind} /> <strong>{kind}</strong>{' '}
            {times > 1 && <span class="quiet">{count(times)} times </span>}
            <Marked text={text} marks={marksOf('notice', at)} />
          </div>
        );
      })}
    </>
  );
};
