import { outcomeClass } from '../../src/core/evaluation/outcomeWords';
import { shownText } from '../../src/core/shared/shownText';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { ShownPlace } from '../../src/protocol/trajectoryListPage';
import { OutcomeIcon } from '../kit/outcomeIcon';
import { type Fact, factsOf } from './facts';
import { WarningIcon } from './icons';

interface Props {
  readonly shape: TrajectoryShape;
  readonly place: ShownPlace | null;
  readonly which: number;
  /** Asks which of the file's trajectories is to be shown. */
  readonly choose: () => void;
  readonly open: (what: 'output' | 'patch') => void;
}

/** Which of a file's trajectories is shown. */
const Several = ({ shape, which, choose }: Props) => (
  <p class="several">
    <button type="button" class="secondary" onClick={choose}>
      Trajectory {which + 1} of {shape.several.length.toLocaleString('en')}
    </button>
    <span class="name">{shownText(shape.several[which] ?? '')}</span>
  </p>
);

const classOf = ({ shape, place }: Props) => {
  const outcome = place?.outcome ?? null;
  if (outcome !== null) return outcomeClass(outcome);
  const { resolved } = shape.head;
  return resolved === null ? null : resolved ? 'resolved' : 'unresolved';
};

const Value = ({ fact: { name, value, beside, warning, opens }, props }: { fact: Fact; props: Props }) => {
  const known = name === 'Outcome' ? classOf(props) : null;
  const words = opens ? (
    <button
      type="button"
      class="link"
      aria-label={`${name} ${value}: open the ${opens === 'patch' ? 'patch' : 'test output'}`}
      onClick={() => props.open(opens)}
    >
      {value}
    </button>
  ) : (
    value
  );
  return (
    <dd class={value === 'not recorded' ? 'quiet' : ''}>
      {known && <OutcomeIcon outcome={known} label="" />} {words} {beside !== '' && <span class="quiet">{beside}</span>}{' '}
      {warning && <WarningIcon label={warning} />}
    </dd>
  );
};

const Warnings = ({ texts }: { texts: readonly string[] }) => (
  <details class="warnings">
    <summary>
      <WarningIcon label="warning" /> {texts.length === 1 ? '1 warning' : `${texts.length} warnings`} of this file
      <span class="quiet first">{shownText(texts[0] ?? '')}</span>
    </summary>
    <ul>
      {texts.map((text, at) => (
        <li key={at}>{shownText(text)}</li>
      ))}
    </ul>
  </details>
);

const hidden = { value: 'hidden until your verdict', beside: '', hover: '', warning: null, opens: null };

const shownFacts = ({ shape, place }: Props): readonly Fact[] =>
  factsOf(shape, place).map((fact) => (place?.hidden.tests && fact.name === 'Outcome' ? { ...fact, ...hidden } : fact));

/** The figures of the run, and what was said of the file as it was read. */
export const Header = (props: Props) => {
  const { shape } = props;
  const { warnings } = shape.head;
  return (
    <header>
      {shape.several.length > 1 && <Several {...props} />}
      <dl class="facts">
        {shownFacts(props).map((fact) => (
          <div key={fact.name} title={[fact.warning ?? '', fact.hover].filter((text) => text !== '').join('\n')}>
            <dt>{fact.name}</dt>
            <Value {...{ fact, props }} />
          </div>
        ))}
      </dl>
      {warnings.length > 0 && <Warnings texts={warnings} />}
    </header>
  );
};
