import type { RunColumn } from '../../src/core/study/runColumns';
import type { ShownComparison } from '../../src/protocol/matrix';

interface Props {
  readonly shown: ShownComparison;
  readonly picture: boolean;
  readonly choose: () => void;
  readonly swap: () => void;
  readonly save: (as: 'csv' | 'svg', how: 'file' | 'clipboard') => void;
}

const Run = ({ letter, run }: { letter: string; run: RunColumn }) => (
  <span class="run">
    <b>{letter}</b> <strong>{run.label}</strong>{' '}
    <span class="quiet">
      {run.model !== null && run.model !== run.label && `${run.model} · `}
      {run.rules.length === 0 ? 'rule set not recorded' : run.rules.join(', ')}
    </span>
  </span>
);

/** Which runs, and what can be done with the comparison. */
export const Bar = ({ shown, picture, choose, swap, save }: Props) => (
  <div class="bar">
    <h1>
      <Run letter="A" run={shown.a} /> <span aria-hidden="true">→</span> <Run letter="B" run={shown.b} />
    </h1>
    <span class="buttons" role="toolbar" aria-label="Comparison">
      <button type="button" class="secondary" onClick={swap}>
        Swap <kbd>S</kbd>
      </button>
      <button type="button" class="secondary" onClick={choose}>
        Other Runs...
      </button>
      <button type="button" class="secondary" onClick={() => save('csv', 'file')}>
        CSV <kbd>X</kbd>
      </button>
      <button type="button" class="secondary" onClick={() => save('csv', 'clipboard')}>
        Copy Table
      </button>
      {picture && (
        <>
          <button type="button" class="secondary" onClick={() => save('svg', 'file')}>
            SVG
          </button>
          <button type="button" class="secondary" onClick={() => save('svg', 'clipboard')}>
            Copy SVG
          </button>
        </>
      )}
    </span>
  </div>
);
