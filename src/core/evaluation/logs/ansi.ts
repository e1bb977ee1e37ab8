/** Terminal codes as the harness takes them off where it does (`ansi_escape`). */
const CODE = new RegExp(`${String.fromCharCode(27)}(?:[@-Z\\\\-_]|\\[[0-?]*[ -/]*[@-~])`, 'g');

export const withoutCodes = (text: string): string =>
  text.includes(String.fromCharCode(27)) ? text.replace(CODE, '') : text;
