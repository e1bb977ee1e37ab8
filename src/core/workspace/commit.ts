const fullCommit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** A whole commit id, 40 (SHA-1) or 64 (SHA-256) hex digits: the only form of a revision that git is given. */
export const isCommit = (text: string): boolean => fullCommit.test(text);

/** The hash of the repository that such a commit belongs to. */
export const objectFormat = (commit: string): 'sha1' | 'sha256' => (commit.length === 64 ? 'sha256' : 'sha1');
