/** Characters of a text that a hover shows. */
const mostShown = 300;

/**
 * Text of outside data as Markdown that shows it as it is: every mark escaped, so that there are no links, pictures,
 * HTML, icons or code, also none that a reader of Markdown makes of bare addresses. Control characters become blanks.
 */
export const plain = (text: string): string => {
  const cut = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
};
