import type { HistoryEntry, RevealedFact, VerdictItem } from '../../src/protocol/verdict';
import { momentText } from './timeText';

const marks = { resolved: '✓', unresolved: '✗', none: '◌', differs: '≠', plain: '' } as const;

const Fact = ({ fact }: { fact: RevealedFact }) => (
  <div class="fact">
    <dt>{fact.name}</dt>
    <dd>
      <span class={`mark ${fact.mark}`} aria-hidden="true">
        {marks[fact.mark]}
      </span>
      {fact.value}
      {fact.detail !== null && <p class="quiet">{fact.detail}</p>}
    </dd>
  </div>
);

const Entry = ({ entry }: { entry: HistoryEntry }) => (
  <li title={entry.event}>
    {entry.label}
    {entry.overall !== null && `: ${entry.overall}`} <span class="quiet">{momentText(entry.at)}</span>
    {entry.reason !== null && <p class="quiet">{entry.reason}</p>}
  </li>
);

/** What the verdict opened, and what was said of the item before. */
export const Revealed = ({ item }: { item: VerdictItem }) => (
  <>
    {item.revealed !== null && item.revealed.length > 0 && (
      <section class="revealed" aria-label="Revealed after your verdict">
        <h3>
          <span>Revealed</span>
        </h3>
        <dl>
          {item.revealed.map((fact) => (
            <Fact key={fact.name} fact={fact} />
          ))}
        </dl>
      </section>
    )}
    {item.history.length > 0 && (
      <section aria-label="History">
        <h3>
          <span>History</span>
        </h3>
        <ol class="history">
          {item.history.map((entry) => (
            <Entry key={entry.event} entry={entry} />
          ))}
        </ol>
      </section>
    )}
  </>
);
