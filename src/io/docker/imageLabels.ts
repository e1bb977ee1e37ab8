/** Label with an image's own name, by which we know that we built it. Its children inherit it, not the name. */
export const imageLabel = 'dev.touchstone.image';
/** Hash of everything that went into a built image but its bases. */
export const recipeLabel = 'dev.touchstone.recipe';
/** Content ids of the images that it was built on. */
export const basesLabel = 'dev.touchstone.bases';
