import { EnvironmentFault, InputFault } from '../../../shared/problem';
import { ModelFault, type ModelFaultKind } from '../../model/modelProvider';

/** Exceptions of the library by which mini-swe-agent asks (litellm), by what they stand for. */
const names: Readonly<Record<ModelFaultKind, string>> = {
  auth: 'AuthenticationError',
  'not-found': 'NotFoundError',
  context: 'ContextWindowExceededError',
  refused: 'BadRequestError',
  'rate-limit': 'RateLimitError',
  server: 'InternalServerError',
  network: 'APIConnectionError',
  'time-out': 'Timeout',
  'bad-reply': 'APIResponseValidationError',
};

/** The exit status that a fault ends a run with: the name of its exception in the original, ours where it has none. */
export const faultName = (fault: unknown): string => {
  if (fault instanceof ModelFault) return names[fault.kind];
  // Of the loop's own work only a template that lacks a variable throws it.
  if (fault instanceof InputFault) return 'UndefinedError';
  if (fault instanceof EnvironmentFault) return fault.name;
  return fault instanceof Error && fault.name !== '' ? fault.name : 'Error';
};
