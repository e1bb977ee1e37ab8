/** `django__django-13590` is `django-13590` in lists: the owner says little there, and the end tells ids apart. */
export const shortId = (id: string): string => id.replace(/^[^/]*?__/, '');
