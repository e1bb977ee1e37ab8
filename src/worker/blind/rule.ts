import { InputFault } from '../../core/shared/problem';
import type { AppApi, HostApi } from '../../protocol/app';
import { closedWords } from '../../protocol/judging';
import type { BlindView } from './blindView';

/** The functions by name alone: what an index of the type would take in is no function of ours. */
export type Known<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

export type AppMethod = Known<AppApi>;
export type HostMethod = Known<HostApi>;

export type Argument<K extends AppMethod> = Parameters<AppApi[K]>[0];
export type Answer<K extends AppMethod> = Awaited<ReturnType<AppApi[K]>>;

/** Answers in place of the function, which it may ask itself. */
export type Blinded<K extends AppMethod> = (
  view: BlindView,
  q: Argument<K>,
  inner: (q: Argument<K>) => Promise<Answer<K>>,
) => Promise<Answer<K>> | Answer<K>;

/** Takes out of an answer what is hidden; of what is known of the study by then, its runs may still be unread. */
export interface After<K extends AppMethod> {
  readonly after: (view: BlindView, answer: Answer<K>) => Answer<K>;
}

/** `open`: it tells nothing that is hidden; `closed`: it is refused while somebody judges. */
export type Rule<K extends AppMethod> = 'open' | 'closed' | Blinded<K> | After<K>;

/** A decision for each function: a new one without it doesn't compile. */
export type Rules = { readonly [K in AppMethod]: Rule<K> };

export const closedNow = (): InputFault => new InputFault(closedWords);
