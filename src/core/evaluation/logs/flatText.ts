/**
 * The same text as a string of its own. A part of a string refers to the string that it was cut from, so one id kept
 * would keep a whole chunk of the log in memory; joining makes a copy as long as the text and a character.
 */
export const flatText = (text: string): string => ` ${text}`.slice(1);
