interface OptionView {
  readonly id: string;
  readonly label: string;
  /** What must be seen for it; the hover text. */
  readonly anchor: string;
  readonly key: string | null;
  readonly chosen: boolean;
}

interface OptionsProps {
  readonly label: string;
  readonly options: readonly OptionView[];
  readonly many: boolean;
  readonly showKeys: boolean;
  readonly disabled: boolean;
  readonly choose: (id: string) => void;
}

/** Width that a row may have at 364 px, and what a letter, an option's padding and its key take of it. */
const row = { width: 330, letter: 6.2, padding: 18, key: 21 };

/** Whether the answers fit one row, keys included: the layout does not change when the focus comes and goes. */
const fitsRow = (options: readonly OptionView[]): boolean => {
  const widths = options.map(({ label }) => label.length * row.letter + row.padding + row.key);
  return widths.reduce((sum, width) => sum + width, 0) <= row.width;
};

interface OneProps {
  readonly option: OptionView;
  readonly showKeys: boolean;
  readonly disabled: boolean;
  readonly tabIndex: number;
  /** `segment` has no mark of its own. */
  readonly mark: 'segment' | 'dot' | 'box';
  readonly choose: (id: string) => void;
}

const shared = ({ option, disabled, tabIndex, choose }: OneProps) => ({
  'aria-label': option.label,
  'aria-keyshortcuts': option.key ?? undefined,
  class: option.chosen ? 'option chosen' : 'option',
  disabled,
  onClick: () => choose(option.id),
  tabIndex,
  title: option.anchor,
  type: 'button' as const,
});

/** In a list the key takes the place of the mark, so that the words stand still. */
const Inside = ({ option, keyed, mark }: OneProps & { readonly keyed: boolean }) => (
  <>
    {keyed && <kbd>{option.key}</kbd>}
    {mark !== 'segment' && !keyed && <span class={mark} />}
    {option.label}
  </>
);

const Radio = (props: OneProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native radio takes arrows and letters for itself
  <button {...shared(props)} role="radio" aria-checked={props.option.chosen}>
    <Inside {...props} keyed={props.showKeys && props.option.key !== null} />
  </button>
);

const Check = (props: OneProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native checkbox takes arrows and letters for itself
  <button {...shared(props)} role="checkbox" aria-checked={props.option.chosen}>
    <Inside {...props} keyed={props.showKeys && props.option.key !== null} />
  </button>
);

/**
 * Answers of one question: a row of segments where they fit, else a list in two columns. One tab stop; arrows move
 * inside.
 */
export const Options = ({ label, options, many, showKeys, disabled, choose }: OptionsProps) => {
  const segments = !many && fitsRow(options);
  const chosen = options.findIndex((option) => option.chosen);
  const one = (option: OptionView, index: number): OneProps => ({
    ...{ option, showKeys, disabled, choose, tabIndex: index === Math.max(0, chosen) ? 0 : -1 },
    mark: segments ? 'segment' : many ? 'box' : 'dot',
  });
  if (many)
    return (
      <fieldset class="list" aria-label={label}>
        {options.map((option, index) => (
          <Check key={option.id} {...one(option, index)} />
        ))}
      </fieldset>
    );
  return (
    <div class={segments ? 'segments' : 'list'} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        <Radio key={option.id} {...one(option, index)} />
      ))}
    </div>
  );
};
