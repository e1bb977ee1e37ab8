import type { Fact, FactGroup } from '../../src/core/study/page/instancePage';
import type { PageAction } from '../../src/protocol/instancePage';
import type { Act } from './actions';

/** Facts behind which a document stands. */
const opens: Readonly<Record<string, PageAction>> = {
  'Patches/Gold': 'goldPatch',
  'Patches/Test': 'testPatch',
  'Environment/Script': 'evalScript',
};

const Value = ({ group, fact, act }: { group: string; fact: Fact; act: Act }) => {
  const action = fact.value === 'none' || fact.isHidden ? undefined : opens[`${group}/${fact.name}`];
  if (!action) return <>{fact.value}</>;
  return (
    <button type="button" class="link" onClick={() => act(action)}>
      {fact.value}
    </button>
  );
};

/** Where a value comes from, with the rule or the reason on hover; a press corrects it. */
const Note = ({ group, fact, act }: { group: string; fact: Fact; act: Act }) =>
  group === 'Labels' ? (
    <button
      type="button"
      class="link"
      title={fact.hint ?? 'Correct the label'}
      aria-label={`${fact.name} is ${fact.note}: ${fact.hint ?? ''} Correct the label`}
      onClick={() => act('correctLabel')}
    >
      <i>{fact.note}</i>
    </button>
  ) : (
    <i title={fact.hint ?? ''}>{fact.note}</i>
  );

const Group = ({ group, act }: { group: FactGroup; act: Act }) => (
  <>
    <h2>
      {group.title}
      {group.title === 'Labels' && (
        <button type="button" class="link end" onClick={() => act('correctLabel')}>
          Correct...
        </button>
      )}
    </h2>
    <dl>
      {group.facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd title={fact.value}>
            <span class="value">
              <Value group={group.title} fact={fact} act={act} />
            </span>{' '}
            {fact.note && <Note group={group.title} fact={fact} act={act} />}
          </dd>
        </div>
      ))}
    </dl>
  </>
);

/** The column of facts; below the page where it is narrow. */
export const SideFacts = ({ groups, act }: { groups: readonly FactGroup[]; act: Act }) => (
  <aside aria-label="Facts">
    {groups
      .filter(({ facts }) => facts.length > 0)
      .map((group) => (
        <Group key={group.title} group={group} act={act} />
      ))}
  </aside>
);
