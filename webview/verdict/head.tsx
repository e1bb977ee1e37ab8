import type { FormState } from '../../src/core/review/form/formState';
import type { OtherPatch, VerdictItem } from '../../src/protocol/verdict';
import type { Desk } from './desk';
import { Timer } from './timer';
import { leftText, momentText, spanText } from './timeText';

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

const shortHash = (hash: string | null): string => (hash === null ? 'no patch' : hash.slice(0, 12));

/** A verdict binds to content: another patch is another item, and the one before keeps what was said of it. */
const Changed = ({ desk, other }: { desk: Desk; other: OtherPatch }) => (
  <p class="notice" role="status">
    Patch changed since your verdict of {momentText(other.at)} ({shortHash(other.patchHash)}, now {shortHash(other.now)}
    ). Rate the new one, or{' '}
    <button type="button" class="link" onClick={() => void desk.openOther()}>
      open the old
    </button>
    .
  </p>
);

const nameOf = ({ unit, label }: VerdictItem): string =>
  unit === 'instance'
    ? 'instance'
    : [label, ...(unit === 'trajectory' ? ['trajectory'] : [])].filter(Boolean).join(' ');

const stageText = ({ rubric: { stages } }: VerdictItem, { nextStage }: FormState): string => {
  const next = stages.findIndex(({ id }) => id === nextStage);
  return `stage ${next < 0 ? stages.length : next} of ${stages.length}`;
};

/** Where one is in the queue, what is hidden, what is asked for, and by which rubric. */
export const Head = ({ desk, item, form }: HeadProps & { form: FormState }) => (
  <header>
    <div class="top">
      <b>{item.position ? `${item.position.index} of ${item.position.total}` : item.instanceId}</b>
      <span class="quiet">{item.position ? item.queue : nameOf(item)}</span>
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
    {item.notice && <p class="notice">{item.notice}</p>}
    {item.otherPatch && <Changed desk={desk} other={item.otherPatch} />}
    <Statement desk={desk} item={item} />
    <div class="rubric quiet">
      <b>
        {item.rubric.id} {item.rubric.version}
      </b>
      <span title={`sha256:${item.rubricHash}`}>hash {item.rubricHash.slice(0, 6)}</span>
      {item.rubric.stages.length > 1 && <span>{stageText(item, form)}</span>}
      <span class="end">
        {form.answered} of {form.asked.length} answered
      </span>
    </div>
  </header>
);
