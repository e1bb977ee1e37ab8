import { EnvironmentFault } from '../../core/shared/problem';

interface EngineError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
  readonly json?: { readonly message?: unknown };
}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'EACCES',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
]);

const isOfFiles = (error: unknown): boolean => {
  const { syscall, path } = error as { readonly syscall?: unknown; readonly path?: unknown };
  return typeof path === 'string' && syscall !== 'connect';
};

/** Whether the engine itself could not be reached, as opposed to an answer that says no. */
export const isUnreachable = (error: unknown): boolean => {
  const { code, message, statusCode } = error as EngineError;
  if (typeof statusCode === 'number') return false;
  // The same codes also come from this machine's own files, for example a folder that is not there.
  if (typeof code === 'string' && lostCodes.has(code)) return !isOfFiles(error);
  return typeof message === 'string' && /socket hang up|aborted|terminated|premature close/i.test(message);
};

export const statusOf = (error: unknown): number | null => {
  const { statusCode } = error as EngineError;
  return typeof statusCode === 'number' ? statusCode : null;
};

/** What the engine said, in one line. */
export const engineWords = (error: unknown): string => {
  const { json, message, code } = error as EngineError;
  if (typeof json?.message === 'string') return json.message;
  const plain = typeof message === 'string' ? message.replace(/^\(HTTP code \d+\) [\w ]+ - /, '').trim() : '';
  return plain !== '' ? plain : String(code ?? error);
};

const reachHelp = (error: unknown): string => {
  const { code } = error as EngineError;
  if (code === 'EACCES') return ' You may not use its socket; join the group docker, or run one for your user.';
  return ' Is it running?';
};

/** An engine's failure as the fault that people are shown; ours and aborts pass through. */
export const asEngineFault = (error: unknown, address: string, doing: string): Error => {
  if (error instanceof EnvironmentFault) return error;
  if (error instanceof Error && error.name === 'AbortError') return error;
  if (isUnreachable(error))
    return new EnvironmentFault('engine', `No engine at ${address}: ${engineWords(error)}.${reachHelp(error)}`);
  const words = engineWords(error);
  if (/"bash": executable file not found/.test(words))
    return new EnvironmentFault('image', `The image has no bash, which an evaluation needs. The engine said: ${words}`);
  if (/No such image|does not match the specified platform/i.test(words))
    return new EnvironmentFault('image', `The engine could not ${doing}: ${words}`);
  const what = /no space left/i.test(words) ? 'disk' : 'engine';
  return new EnvironmentFault(what, `The engine could not ${doing}: ${words}`);
};
