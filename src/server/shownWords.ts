import { shownText } from '../core/shared/shownText';

/** Characters of a message; what is longer is data that stands in it. */
const mostInMessage = 2000;

/** Characters of a name or a line about it in a list. */
const mostInList = 200;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** A message with outside text in it, as an editor may show it. */
export const shownMessage = (text: string): string => shownText(cut(text, mostInMessage));

/** A name of outside data in a list, on one line. */
export const shownName = (text: string): string => shownText(cut(text, mostInList).replace(/\s+/g, ' '));
