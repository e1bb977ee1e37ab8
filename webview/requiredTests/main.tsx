import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RequiredTestsHostApi, RequiredTestsShown, RequiredTestsViewApi } from '../../src/protocol/evidencePages';
import { connect } from '../kit/connect';
import { NotShownWords } from '../kit/notShown';
import { OutcomeIcon } from '../kit/outcomeIcon';
import './main.css';
import { Signs } from './signs';
import { Tests } from './tests';

let show: (shown: RequiredTestsShown) => void = () => {};
const ours: RequiredTestsViewApi = {
  show: (shown) => {
    show(shown);
    return null;
  },
};
const host = connect<RequiredTestsHostApi>(ours);

const App = () => {
  const [shown, setShown] = useState<RequiredTestsShown | null>(null);
  useEffect(() => {
    show = setShown;
    void host.load(undefined).then(setShown, (error: unknown) => setShown({ kind: 'none', message: String(error) }));
  }, []);
  if (shown === null) return <p class="quiet">Reading the results…</p>;
  if (shown.kind !== 'tests') return <NotShownWords shown={shown} />;
  const { item, evidence, hasLog, isJudged } = shown;
  const lines = {
    open: hasLog ? (line: number) => void host.openLog({ line }) : null,
    add: hasLog && isJudged ? (line: number) => void host.addEvidence({ line }) : null,
  };
  return (
    <main>
      <h2>{item}</h2>
      <p class="outcome" title={evidence.why}>
        <OutcomeIcon outcome={evidence.outcome} label={evidence.outcomeWords} /> {evidence.outcomeWords}{' '}
        <span class="quiet">{evidence.why}</span>
      </p>
      <p class="outcome">
        {evidence.goldOutcome !== null && <OutcomeIcon outcome={evidence.goldOutcome} label={evidence.gold} />} Gold:{' '}
        {evidence.gold}
      </p>
      {!hasLog && <p class="quiet">There is no test output; these are the results of a report.</p>}
      <Signs signs={evidence.signs} lines={lines} />
      {evidence.groups.map((group) => (
        <Tests key={group.name} group={group} lines={lines} hasGold={evidence.goldOutcome !== null} />
      ))}
    </main>
  );
};

const place = document.getElementById('app');
if (place) render(<App />, place);
