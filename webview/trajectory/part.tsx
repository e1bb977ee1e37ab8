import type { ComponentChildren } from 'preact';
import type { TextPart } from '../../src/core/run/trajectory/stepTexts';
import { shownText } from '../../src/core/shared/shownText';
import type { LongText } from '../../src/protocol/trajectory';
import { useMarksOf } from './hitMarks';
import { TextBlock } from './textBlock';

type More = (part: TextPart, from: number, count: number) => Promise<string | null>;

/** What can be done with the step's parts. */
export interface StepActions {
  readonly more: More;
  /** Grows with each "Unfold all". */
  readonly unfolded: number;
  readonly unfoldAll: () => void;
  readonly copy: (part: TextPart) => void;
  readonly openDocument: () => void;
  readonly openFile: () => void;
}

export interface Action {
  readonly words: string;
  readonly act: () => void;
}

interface PartProps {
  readonly title: string;
  readonly beside?: string;
  readonly actions?: readonly Action[];
  readonly failed?: boolean;
  readonly children: ComponentChildren;
}

/** A section of a step that folds, with what can be done with it. */
export const Part = ({ title, beside, actions = [], failed = false, children }: PartProps) => (
  <div class={`parts${failed ? ' failed' : ''}`}>
    {actions.length > 0 && (
      <span class="actions">
        {actions.map(({ words, act }) => (
          <button key={words} type="button" class="link" onClick={act}>
            {words}
          </button>
        ))}
      </span>
    )}
    <details class="part" open>
      <summary>
        <h3>{title}</h3> {beside && <span class="quiet">{shownText(beside)}</span>}
      </summary>
      {children}
    </details>
  </div>
);

interface TextProps {
  readonly value: LongText;
  readonly as: 'code' | 'diff' | 'prose';
  readonly kind: TextPart['kind'];
  readonly at?: number;
  readonly argument?: number;
  readonly does: StepActions;
}

/** One text of the step with its matches. */
export const Text = ({ value, as, kind, at = 0, argument = 0, does }: TextProps) => (
  <TextBlock
    value={value}
    as={as}
    marks={useMarksOf()(kind, at, argument)}
    unfolded={does.unfolded}
    more={(from, wanted) => does.more({ kind, at, argument }, from, wanted)}
  />
);
