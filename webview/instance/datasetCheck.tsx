import type { PageCheck, PageDefect, PageEvidence } from '../../src/core/study/page/checkSection';
import type { Act } from './actions';

const icons = { sound: '✓', defects: '✗', stale: '⚠' } as const;

const Evidence = ({ evidence, act }: { evidence: PageEvidence; act: Act }) => {
  const { label, text, log } = evidence;
  return (
    <li>
      {log ? (
        <button type="button" class="link" onClick={() => act('log', log.runKey, log.line, log.repeat)}>
          {label}
        </button>
      ) : (
        <span class="quiet">{label}</span>
      )}{' '}
      {text}
    </li>
  );
};

const Defect = ({ defect, act }: { defect: PageDefect; act: Act }) => (
  <li>
    <b>{defect.title}</b> {defect.words}
    <ul>
      {defect.evidence.map((evidence, i) => (
        <Evidence key={i} evidence={evidence} act={act} />
      ))}
      {defect.more > 0 && <li class="quiet">and {defect.more} more</li>}
    </ul>
  </li>
);

/** What running base and gold showed of the instance, with links to the lines that show it; nothing where not checked. */
export const DatasetCheck = ({ check, act }: { check: PageCheck | null; act: Act }) => {
  if (!check) return null;
  return (
    <section class="check" aria-label="Dataset check">
      <p title={check.detail}>
        <span aria-hidden="true">{icons[check.state]}</span> Dataset check: {check.words}{' '}
        <span class="quiet">{check.detail}</span>
      </p>
      {check.defects.length > 0 && (
        <ul>
          {check.defects.map((defect) => (
            <Defect key={defect.title} defect={defect} act={act} />
          ))}
        </ul>
      )}
    </section>
  );
};
