import { useState } from 'preact/hooks';
import { shownText } from '../../src/core/shared/shownText';
import type { EvidenceGroup, EvidenceTest } from '../../src/core/study/evidence/testsEvidence';
import { CellIcon } from '../kit/outcomeIcon';
import { LineLinks, type Lines } from './lineLinks';

interface Props {
  readonly group: EvidenceGroup;
  readonly lines: Lines;
  readonly hasGold: boolean;
}

const Row = ({ test, lines, hasGold }: { test: EvidenceTest } & Omit<Props, 'group'>) => (
  <tr>
    <td class="cell">
      <CellIcon cell={test.cell} />
    </td>
    {hasGold && <td class="cell">{test.gold && <CellIcon cell={test.gold} />}</td>}
    <td class="name">
      <bdi>{shownText(test.name)}</bdi>
      {test.how && <span class="quiet"> {shownText(test.how)}</span>}
    </td>
    <td class="lines">
      <LineLinks line={test.line} what={shownText(test.name)} lines={lines} />
    </td>
  </tr>
);

/** One list of required tests: what did not pass in full, what passed behind its count. */
export const Tests = ({ group, lines, hasGold }: Props) => {
  const [open, setOpen] = useState(false);
  const { name, words, notPassed, passed } = group;
  const rows = open ? [...notPassed, ...passed] : notPassed;
  return (
    <section aria-label={name}>
      <h3>
        {name} <span class="quiet">{words}</span>
      </h3>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Here</th>
              {hasGold && <th scope="col">Gold</th>}
              <th scope="col">Test</th>
              <th scope="col">Log</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((test) => (
              <Row key={test.name} test={test} lines={lines} hasGold={hasGold} />
            ))}
          </tbody>
        </table>
      )}
      {passed.length > 0 && (
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fold what passed' : `${passed.length} passed`}
        </button>
      )}
    </section>
  );
};
