import type { ImageHooks } from '../core/run/container/engine';
import type { HostApi } from '../protocol/app';
import type { RunSettings } from '../protocol/evaluate';
import type { Remote } from '../protocol/rpc';

type Host = () => Remote<HostApi>;

/** What a person is asked of images, whoever wants them: pulling, building, and what goes for the budget's sake. */
export const imageQuestions = (
  host: Host,
  { imageBudget: bytes = 0 }: Pick<RunSettings, 'imageBudget'>,
): Omit<ImageHooks, 'onProgress'> => ({
  confirmPull: (image, namespace) => host().confirmPull({ image, namespace }),
  confirmBuild: (image, what) => host().confirmBuild({ image, what }),
  budget: {
    bytes,
    confirmRemoval: (images, over) =>
      host().confirmRemoval({
        over,
        names: images.map(({ names, id }) => names[0] ?? id.slice(0, 19)),
        bytes: images.reduce((sum, image) => sum + image.bytes, 0),
      }),
  },
});

/** The same with what is said while an image is prepared for a task of the editor. */
export const imageHooks = (task: string, host: Host, settings: Pick<RunSettings, 'imageBudget'>): ImageHooks => ({
  onProgress: (text) => void host().progress({ task, text }),
  ...imageQuestions(host, settings),
});
