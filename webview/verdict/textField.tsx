import { keyName } from './domKeys';

interface TextFieldProps {
  /** Name under which the desk finds the field. */
  readonly place: string;
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly change: (text: string) => void;
  /** Enter alone; without it Enter makes a new line. */
  readonly enter?: () => void;
  readonly submit: () => void;
}

/** Goes back from a field to the form, where single keys act again. */
const leave = (field: HTMLTextAreaElement) => {
  field.blur();
  document.querySelector<HTMLElement>('[data-stop=here] [tabindex="0"]')?.focus();
};

/** Where Enter led to no other field, the form has the keyboard again. */
const finish = (field: HTMLTextAreaElement, enter: () => void) => {
  enter();
  if (document.activeElement === field) field.blur();
};

/**
 * A field for words. What is typed stays in it: VS Code would act on single letters otherwise. Combinations with Ctrl
 * or Cmd go on, since copy and paste depend on them.
 */
export const TextField = (props: TextFieldProps) => {
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) => {
    const key = keyName(event);
    if (key !== null) event.stopPropagation();
    if (key === 'Ctrl+Enter') props.submit();
    else if (key === 'Escape') leave(event.currentTarget);
    else if (key === 'Enter' && props.enter && !event.shiftKey) finish(event.currentTarget, props.enter);
    else return;
    event.preventDefault();
  };
  return (
    <textarea
      aria-label={props.label}
      data-place={props.place}
      maxLength={props.maxLength}
      onInput={(event) => props.change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      placeholder={props.placeholder ?? props.label}
      readOnly={props.readOnly === true}
      rows={props.rows ?? 1}
      spellcheck={false}
      value={props.value}
    />
  );
};

const focusNow = (place: string): boolean => {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[data-place]')];
  const field = fields.find(({ dataset }) => dataset['place'] === place || dataset['place']?.startsWith(`${place} `));
  field?.focus();
  return field !== undefined;
};

/**
 * Puts the caret into the field of a place, or of the place whose name begins so. The page is redrawn in a microtask;
 * the field is there after it, before the next key can come.
 */
export const focusText = (place: string): void => {
  queueMicrotask(() => {
    if (!focusNow(place)) requestAnimationFrame(() => focusNow(place));
  });
};
