import { shownText } from '../../src/core/shared/shownText';
import type { TestsEvidence } from '../../src/core/study/evidence/testsEvidence';
import { LineLinks, type Lines } from './lineLinks';

/** Signs that the environment, not the patch, decided. They never change the score. */
export const Signs = ({ signs, lines }: { signs: TestsEvidence['signs']; lines: Lines }) => {
  if (signs.length === 0) return null;
  return (
    <section aria-label="Signs of the environment">
      <h3>
        <span class="warning" aria-hidden="true">
          ⚠
        </span>{' '}
        Signs of the environment <span class="quiet">they change no score</span>
      </h3>
      <ul class="signs">
        {signs.map(({ what, line, text }) => (
          <li key={`${line} ${what}`}>
            {what} <LineLinks line={line} what={what} lines={lines} /> <bdi class="logged">{shownText(text)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
};
