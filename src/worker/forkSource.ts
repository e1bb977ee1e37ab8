import { InputFault } from '../core/shared/problem';
import type { ForkSource } from './modelRunDesk';

const notYet = async (): Promise<never> => {
  throw new InputFault('Forks are not there yet.');
};

/** Where forks begin. */
export const forkSource = (): ForkSource => ({ plan: notYet, reply: notYet });
