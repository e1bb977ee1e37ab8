const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** Offset behind what Python passes over at `at`: blanks, line ends, comments, and lines joined by a backslash. */
export const skipPythonBlanks = (text: string, at: number): number => {
  for (let i = at; ; ) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) i += 1;
    else if (code === 92 && text.charCodeAt(i + 1) === 10) i += 2;
    else if (code === 35) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end + 1;
    } else return i;
  }
};
