import type { TrajectoryShape } from '../../src/protocol/trajectory';
import { WarningIcon } from './icons';
import { factsOf } from './words';

interface Props {
  readonly shape: TrajectoryShape;
  readonly which: number;
  readonly choose: (which: number) => void;
}

/** Which of a file's trajectories is shown. */
const Several = ({ shape, which, choose }: Props) => (
  <label class="several">
    Trajectory
    <select value={which} onChange={(event) => choose(Number(event.currentTarget.value))}>
      {shape.several.map((name, at) => (
        <option key={at} value={at}>
          {at + 1}. {name}
        </option>
      ))}
    </select>
    <span class="quiet">of {shape.several.length}</span>
  </label>
);

/** The figures of the run, and what was said of the file as it was read. */
export const Header = ({ shape, which, choose }: Props) => {
  const { warnings } = shape.head;
  return (
    <header>
      {shape.several.length > 1 && <Several {...{ shape, which, choose }} />}
      <dl class="facts">
        {factsOf(shape).map(({ name, value, beside, warning }) => (
          <div key={name} title={warning ?? undefined}>
            <dt>{name}</dt>
            <dd>
              {value} {beside !== '' && <span class="quiet">{beside}</span>}{' '}
              {warning && <WarningIcon label={warning} />}
            </dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <details class="warnings">
          <summary>
            <WarningIcon label="warning" /> {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`} of
            this file
          </summary>
          <ul>
            {warnings.map((text, at) => (
              <li key={at}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
};
