/** After `$` in a word: begins an expansion. */
export const expands = /^[A-Za-z0-9_({?!#*@$'"-]/;

/** Text between double quotes, or of a here-document (`quote` ''), as the shell takes it; null where it expands. */
export const literalText = (text: string, quote: string): string | null => {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const [char = '', next = ''] = [text[at], text[at + 1]];
    if (char === '`' || (char === '$' && expands.test(next))) return null;
    if (char !== '\\') result += char;
    else if (next === '\n') at++;
    else if (next !== '' && `$\`\\${quote}`.includes(next)) {
      result += next;
      at++;
    } else result += char;
  }
  return result;
};
