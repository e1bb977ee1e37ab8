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

/** Longest sum of letters that fits one row of segments at 364 px, with and without keys. */
const rowLetters = 44;
const lettersPerOption = 4;

const fitsRow = (options: readonly OptionView[], showKeys: boolean): boolean => {
  const each = lettersPerOption + (showKeys ? 3 : 0);
  return options.reduce((sum, { label }) => sum + label.length + each, 0) <= rowLetters;
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

const Inside = ({ option, showKeys, mark }: OneProps) => (
  <>
    {showKeys && option.key !== null && <kbd>{option.key}</kbd>}
    {mark !== 'segment' && <span class={mark} />}
    {option.label}
  </>
);

const Radio = (props: OneProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native radio takes arrows and letters for itself
  <button {...shared(props)} role="radio" aria-checked={props.option.chosen}>
    <Inside {...props} />
  </button>
);

const Check = (props: OneProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a native checkbox takes arrows and letters for itself
  <button {...shared(props)} role="checkbox" aria-checked={props.option.chosen}>
    <Inside {...props} />
  </button>
);

/**
 * Answers of one question: a row of segments where they fit, else a list in two columns. One tab stop; arrows move
 * inside. The same layout whether focused or not, so that nothing jumps under the pointer.
 */
export const Options = ({ label, options, many, showKeys, disabled, choose }: OptionsProps) => {
  const row = !many && fitsRow(options, true);
  const chosen = options.findIndex((option) => option.chosen);
  const one = (option: OptionView, index: number): OneProps => ({
    ...{ option, showKeys, disabled, choose, tabIndex: index === Math.max(0, chosen) ? 0 : -1 },
    mark: row ? 'segment' : many ? 'box' : 'dot',
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
    <div class={row ? 'segments' : 'list'} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        <Radio key={option.id} {...one(option, index)} />
      ))}
    </div>
  );
};
