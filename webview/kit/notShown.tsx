import type { NotShown } from '../../src/protocol/evidencePages';

/** Why a view has nothing to show: said, never left blank. */
export const NotShownWords = ({ shown }: { shown: NotShown }) =>
  shown.kind === 'none' ? (
    <p class="quiet shut">{shown.message}</p>
  ) : (
    <div class="shut" role="status">
      <b>{shown.title}</b>
      <div class="quiet">{shown.rule}</div>
    </div>
  );
