import type { ImageHooks } from '../core/run/container/engine';
import type { HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';

/** What is asked and said while an image is prepared for a task of the editor. */
export const imageHooks = (task: string, host: () => Remote<HostApi>): ImageHooks => ({
  onProgress: (text) => void host().progress({ task, text }),
  confirmPull: (image, namespace) => host().confirmPull({ image, namespace }),
  confirmBuild: (image, what) => host().confirmBuild({ image, what }),
});
