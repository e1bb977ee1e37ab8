import { fewestForPicture } from '../../src/core/study/flowLayout';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ShownComparison } from '../../src/protocol/matrix';
import { FlowPicture } from './flowPicture';
import { FlowTable } from './flowTable';
import { Sets } from './sets';

/** What every part of the page shows and changes. */
export interface Part {
  readonly shown: ShownComparison;
  readonly filter: ComparedFilter;
  readonly change: (filter: ComparedFilter) => void;
}

/** Whether there are enough instances for a picture (FIGURES.md P07). */
export const isDrawn = ({ comparison }: ShownComparison): boolean => comparison.flowTotal >= fewestForPicture;

const flowWords = ({ typed, comparison: { n, flowTotal } }: ShownComparison): string => {
  if (!typed) return 'the logs are not read yet (E reads them)';
  const unknown = n - flowTotal;
  const rest = unknown > 0 ? `, ${unknown.toLocaleString('en')} with a type unknown on one side` : '';
  const few = flowTotal < fewestForPicture ? `; no picture under ${fewestForPicture}` : '';
  return `n ${flowTotal.toLocaleString('en')}${rest}${few}`;
};

/** Sets with their counts, and how error types go from A to B. */
export const Figures = ({ table, ...part }: Part & { table: boolean }) => (
  <div class="figures">
    <Sets {...part} />
    <section class="flow-part" aria-labelledby="flow">
      <h2 id="flow">
        Error-type flow <span class="quiet">{flowWords(part.shown)}</span>
      </h2>
      {part.shown.typed && part.shown.comparison.flowTotal > 0 && (
        <div class="both">
          {isDrawn(part.shown) && !table && <FlowPicture {...part} />}
          <FlowTable {...part} />
        </div>
      )}
    </section>
  </div>
);

/** Why nothing is compared, and the way on. */
export const None = ({ message, choose }: { message: string; choose: () => void }) => (
  <div class="message" role="status">
    <p>{message}</p>
    <div class="actions">
      <button type="button" class="primary" onClick={choose}>
        Choose Runs...
      </button>
    </div>
  </div>
);
