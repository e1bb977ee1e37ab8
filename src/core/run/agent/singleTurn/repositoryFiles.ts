import type { AttemptSandbox } from '../attempt';
import type { PromptFile } from './promptParts';

/** Bytes of one file that is shown or edited; files above it are left out. */
const mostFileBytes = 512 * 1024;

/** Paths that git has at base, as programs in the sandbox see them; names with controls or odd bytes are left out. */
export const repositoryPaths = async (sandbox: AttemptSandbox): Promise<readonly string[]> => {
  const { output, returncode } = await sandbox.run('git -c core.quotePath=true ls-files', 60);
  if (returncode !== 0) return [];
  return output.split('\n').filter((path) => /^[^"\p{Cc}]+$/u.test(path));
};

/** Text of a file of the repository; null where there is none, where it is no UTF-8 or too long. */
export const repositoryText = async (sandbox: AttemptSandbox, path: string): Promise<string | null> => {
  const found = await sandbox.take(`${sandbox.testbed}/${path}`, mostFileBytes).catch(() => null);
  const bytes = found?.size === 1 ? [...found.values()][0] : undefined;
  if (bytes === undefined || bytes.length > mostFileBytes) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
};

/** Files that are opened to fill a prompt. */
const mostOpened = 60;

/** Reads files in their order until the next would go over `room` characters. */
export const filesThatFit = async (
  sandbox: AttemptSandbox,
  paths: readonly string[],
  room: number,
): Promise<readonly PromptFile[]> => {
  const files: PromptFile[] = [];
  let left = room;
  for (const path of paths.slice(0, mostOpened)) {
    const text = await repositoryText(sandbox, path);
    if (text === null || text.length + path.length + 20 > left) continue;
    files.push({ path, text });
    left -= text.length + path.length + 20;
  }
  return files;
};
