import { resolve } from 'node:path';
import type { AssistantDesk } from '../../src/app/assistant/assistantDesk';
import { studyDesk } from '../../src/cli/mcp/studyDesk';
import { type HiddenFromRater, nothingHidden } from '../../src/core/study/hiddenFromRater';

/** The sample study as assistants read it; `hidden`: what must not be told of instance `of` (left out: of any). */
export const sampleDesk = (hidden: Partial<HiddenFromRater> = {}, of: string | null = null): AssistantDesk => ({
  ...studyDesk(resolve('samples/quickstart'), null),
  hiddenOf: async (instanceId) => (of === null || instanceId === of ? { ...nothingHidden, ...hidden } : nothingHidden),
});
