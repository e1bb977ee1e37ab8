import { DIGIT } from '../characterClasses';

const IS_DIGIT = new RegExp(`^[${DIGIT}]$`, 'u');

const isDigit = (code: number): boolean => IS_DIGIT.test(String.fromCodePoint(code));

/** What a decimal digit of any script is worth. They stand in tens that begin at xxx0 or xxx6, the mathematical ones in fifty. */
const worth = (code: number): number => {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  const base = code & ~0xf;
  return isDigit(base) ? code - base : code - base - 6;
};

/** A whole number in decimal digits of any script, with or without a minus, as the harness's own language reads it. */
export const numberOf = (text: string): number => {
  const digits = [...text.replace(/^-/, '')].map((digit) => String(worth(digit.codePointAt(0) ?? 0x30)));
  return Number(`${text.startsWith('-') ? '-' : ''}${digits.join('')}`) || 0;
};
