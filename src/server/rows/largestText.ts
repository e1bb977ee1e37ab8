/** VS Code opens no text document above this size, in bytes. */
export const largestText = 50 * 1024 * 1024;
