import { fileURLToPath } from 'node:url';

/** Path of a document on disk; the URI itself where it is of another scheme. */
export const documentPath = (uri: string): string => {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
};
