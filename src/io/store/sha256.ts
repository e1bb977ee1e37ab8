import { createHash } from 'node:crypto';
import type { Sha256 } from '../../core/shared/hash';

/** The hash of every event, subject and rubric: lower-case hex over the bytes, or over the UTF-8 form of a text. */
export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex');
