const longest = 200;

/** What no file system of ours takes in a name, and a per cent sign that could be read as one of our codes. */
const odd = /[/\\:*?"<>|]|%(?=[0-9A-F]{2})/g;
const code = /%([0-9A-F]{2})/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const control = /[\u0000-\u001f\u007f]/;

const coded = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The folder in which an instance is evaluated: its id, with per cent codes for what can't stand in a name
 * (`HumanEval/0` is `HumanEval%2F0`), so that `instanceOfFolder` gives the id back. Null where it is empty, holds
 * control characters, or is longer than 200 units even so.
 */
export const folderOfInstance = (id: string): string | null => {
  const name = /^\.{1,2}$/.test(id) ? id.replaceAll('.', '%2E') : id.replace(odd, coded);
  return name === '' || name.length > longest || control.test(name) ? null : name;
};

/** The id of the instance whose folder has this name; a name without our codes is the id. */
export const instanceOfFolder = (name: string): string =>
  name.replace(code, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
