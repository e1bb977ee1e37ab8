import type { ImageHooks } from '../core/run/container/engine';
import { defaultImageBudget } from '../core/run/container/imageBudget';
import type { KeptImage } from '../core/run/container/keptImage';
import { ask } from './ask';

const shown = 5;

const removalQuestion = (images: readonly KeptImage[], over: string): string => {
  const names = images.map(({ names: [name], id }) => name ?? id.slice(0, 19));
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  const list = `${names.slice(0, shown).join(', ')}${more}`;
  return `${over} Remove those that were not used for longest (${list}), now and later in this run?`;
};

/** What is asked on the terminal of images; `yes` answers all of it. `budget`: bytes that ours may take. */
export const imageQuestions = (yes: boolean, budget = defaultImageBudget): Omit<ImageHooks, 'onProgress'> => ({
  confirmPull: (image, namespace) => ask(`The dataset names the image ${image}. Pull images of ${namespace}?`, yes),
  confirmBuild: (image, what) =>
    ask(`The image ${image} is built ${what}. That runs commands of a study or task. Build it?`, yes),
  budget: { bytes: budget, confirmRemoval: (images, over) => ask(removalQuestion(images, over), yes) },
});
