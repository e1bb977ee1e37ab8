import type { FormState } from '../../src/core/review/form/formState';
import type { VerdictItem } from '../../src/protocol/verdict';
import type { Desk } from './desk';
import { Timer } from './timer';
import { leftText, spanText } from './timeText';

interface HeadProps {
  readonly desk: Desk;
  readonly item: VerdictItem;
}

const Pace = ({ item }: { item: VerdictItem }) => {
  const { medianMs, today, leftMs } = item.pace;
  return (
    <div class="pace quiet">
      <span>
        {medianMs !== null && `median ${spanText(medianMs)}, `}
        {today} today
      </span>
      {leftMs !== null && <span>{leftText(leftMs)}</span>}
    </div>
  );
};

const listText = (names: readonly string[]): string => names.join(', ');

const Blinding = ({ item }: { item: VerdictItem }) => {
  if (item.hidden.length === 0) return null;
  const shown = item.shown.length > 0 ? ` Shown: ${listText(item.shown)}.` : '';
  return (
    <p class="blinding">
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M1.5 6.5c3.5 4 9.5 4 13 0M3 9.5l1.5-1.200M8 11.5V9.600M13 9.5l-1.5-1.200"
          fill="none"
          stroke="currentColor"
        />
      </svg>
      <span>
        Hidden from you: {listText(item.hidden)}.{shown}
      </span>
    </p>
  );
};

const Statement = ({ desk, item }: HeadProps) => (
  <section class="statement" aria-label="Statement">
    <h3>
      <span>Statement</span>
      <button type="button" class="link end" onClick={() => desk.openStatement()}>
        Read all
      </button>
    </h3>
    <div class="clamp">{item.statement.trim() === '' ? 'No statement.' : item.statement}</div>
  </section>
);

/** Where one is in the queue, what is hidden, what is asked for, and by which rubric. */
export const Head = ({ desk, item, form }: HeadProps & { form: FormState }) => (
  <header>
    <div class="top">
      <b>{item.position ? `${item.position.index} of ${item.position.total}` : item.instanceId}</b>
      <span class="quiet">{item.position ? item.queue : (item.label ?? '')}</span>
      <Timer desk={desk} />
    </div>
    {item.position && <progress value={item.position.index - 1} max={item.position.total} aria-label="Items done" />}
    <Pace item={item} />
    {item.position && (
      <p class="subject" title={item.instanceId}>
        {item.instanceId}
        {item.label && <span class="quiet"> {item.label}</span>}
      </p>
    )}
    <Blinding item={item} />
    <Statement desk={desk} item={item} />
    <div class="rubric quiet">
      <b>
        {item.rubric.id} {item.rubric.version}
      </b>
      <span title={`sha256:${item.rubricHash}`}>hash {item.rubricHash.slice(0, 6)}</span>
      <span class="end">
        {form.answered} of {form.asked.length} answered
      </span>
    </div>
  </header>
);
