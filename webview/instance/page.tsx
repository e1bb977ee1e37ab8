import type { InstancePage } from '../../src/core/study/page/instancePage';
import type { PageAction, RowSays } from '../../src/protocol/instancePage';
import type { Act } from './actions';
import { DatasetCheck } from './datasetCheck';
import { RunTable } from './runTable';
import { Said } from './said';
import { SideFacts } from './sideFacts';
import { Statement } from './statement';
import { TestTables } from './testTables';

const buttons: readonly { readonly action: PageAction; readonly label: string; readonly key: string }[] = [
  { action: 'workspace', label: 'Open as Workspace', key: 'W' },
  { action: 'run', label: 'Run a Model', key: 'R' },
  { action: 'evaluate', label: 'Evaluate Patch', key: 'E' },
  { action: 'compare', label: 'Compare Patches', key: 'C' },
  { action: 'judge', label: 'Judge', key: 'V' },
  { action: 'judgeInstance', label: 'Judge Instance', key: '⇧V' },
];

const hints: readonly (readonly [string, string])[] = [
  ['W', 'workspace'],
  ['R', 'run a model'],
  ['E', 'evaluate'],
  ['C', 'compare'],
  ['V ⇧V', 'judge patch, instance'],
  ['L', 'log'],
  ['↑ ↓', 'rows'],
  ['Enter', 'open the row'],
  ['Y', 'copy link'],
];

const Actions = ({ act, selected }: { act: Act; selected: string | null }) => (
  <div class="actions" role="toolbar" aria-label="Actions">
    {buttons.map(({ action, label, key }, i) => (
      <button
        type="button"
        key={action}
        class={i === 0 ? 'primary' : 'secondary'}
        onClick={() => act(action, selected)}
      >
        {label} <kbd>{key}</kbd>
      </button>
    ))}
  </div>
);

const Next = ({ page, act }: { page: InstancePage; act: Act }) => {
  const { next } = page;
  if (!next) return null;
  const words = { compare: 'Review it against gold', judge: 'Judge it', evaluate: 'Evaluate it' } as const;
  return (
    <p class="next">
      Next: {next.text}{' '}
      <button type="button" class="link" onClick={() => act(next.action, next.runKey)}>
        {words[next.action]}
      </button>
    </p>
  );
};

interface Props {
  readonly page: InstancePage;
  readonly said: RowSays | null;
  readonly selected: string | null;
  readonly select: (runKey: string) => void;
  readonly act: Act;
}

/** One instance: name, facts, actions, what is next, statement, tests, runs; facts at the side. */
export const Page = ({ page, said, selected, select, act }: Props) => (
  <>
    <div class="columns">
      <main>
        <h1>{page.id}</h1>
        {page.title && (
          <p class="title" title={page.title}>
            {page.title}
          </p>
        )}
        <ul class="facts">
          {page.facts.map(({ icon, text }) => (
            <li key={icon}>{text}</li>
          ))}
        </ul>
        <Actions act={act} selected={selected} />
        <Next page={page} act={act} />
        {page.problems.map((problem) => (
          <p class="problem" key={problem}>
            <span aria-hidden="true">⚠</span> {problem}
          </p>
        ))}
        <DatasetCheck check={page.check} act={act} />
        <Statement page={page} act={act} />
        <TestTables page={page} act={act} />
        <RunTable page={page} selected={selected} select={select} act={act} />
        <Said said={said} />
      </main>
      <SideFacts groups={page.side} act={act} />
    </div>
    <footer class="hints">
      {hints.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </footer>
  </>
);
