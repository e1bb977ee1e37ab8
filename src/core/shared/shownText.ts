/**
 * Text of outside data for a label, a list or a message: what it would do there is taken from it, what it says stays.
 * Direction overrides would mix it with what stands beside it, `$(name)` would become an icon, and `[text](command:x)`
 * in a message a link that runs a command. Control characters are shown by their pictures; line breaks and tabs stay.
 */
export const shownText = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, pictureOf)
    .replace(/\p{Bidi_Control}/gu, '\ufffd')
    .replace(/\$\(/g, `$${joiner}(`)
    .replace(/\]\(/g, `]${joiner}(`);

/** Takes no room and keeps two signs from being read as one: U+2060. */
const joiner = '\u2060';

const pictureOf = (control: string): string => {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
};
