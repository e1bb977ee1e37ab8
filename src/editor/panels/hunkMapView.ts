import { isLongMap } from '../../core/patch/hunkMap';
import { mapStops } from '../../core/patch/hunkStops';
import type { HunkMapHostApi, HunkMapShown, HunkMapViewApi } from '../../protocol/hunkMapPage';
import { setFocus } from '../platform/currentItem';
import type { Services } from '../platform/services';
import { type EvidencePage, EvidenceView, nameOfItem } from './evidenceView';
import type { HunkDesk } from './hunkDesk';
import type { MappedItem } from './mappedItem';

type Actions = Omit<HunkMapHostApi, 'load'>;

/** `Hunk 2 of 7`; how many there are where the person stands at none. */
export const placeWords = ({ map }: MappedItem, { here }: Pick<HunkDesk, 'here'>): string => {
  const stops = mapStops(map, here?.file);
  const at = stops.findIndex((stop) => stop.file === here?.file && stop.hunk === here.hunk);
  if (at < 0) return stops.length === 1 ? '1 hunk' : `${stops.length.toLocaleString('en')} hunks`;
  return `Hunk ${(at + 1).toLocaleString('en')} of ${stops.length.toLocaleString('en')}`;
};

const shownOf = ({ fileMarks }: Services, mapped: MappedItem, desk: HunkDesk): HunkMapShown => {
  const { item, map, goldHidden } = mapped;
  const marks = fileMarks.of({ instanceId: item.instanceId, hash: map.hash });
  return {
    kind: 'map',
    ...{ item: nameOfItem(item), map, marks, goldHidden, here: desk.here },
    isLong: isLongMap(map),
  };
};

const actionsOf = (desk: HunkDesk): Actions => ({
  go: async ({ to, takesKeys }) => {
    await desk.go(to, takesKeys ? 'diff' : 'map');
    return null;
  },
  at: async ({ to }) => {
    desk.stand(to);
    return null;
  },
  back: async () => {
    await desk.back();
    return null;
  },
  focusChanged: async ({ keys }) => {
    await setFocus(keys ? 'hunkMap' : null);
    return null;
  },
});

/** The hunk map beside the diff: host side of `protocol/hunkMapPage.ts`. */
export class HunkMapView extends EvidenceView<HunkMapShown, HunkMapViewApi> {
  constructor(services: Services, desk: HunkDesk) {
    const page: EvidencePage<HunkMapShown> = {
      page: 'hunkMap',
      title: 'Hunk Map',
      build: async () => {
        const mapped = await desk.load();
        this.describe(typeof mapped === 'string' ? '' : placeWords(mapped, desk));
        return typeof mapped === 'string' ? { kind: 'none', message: mapped } : shownOf(services, mapped, desk);
      },
      failed: (message) => ({ kind: 'none', message }),
      actions: actionsOf(desk),
      closed: () => void setFocus(null),
    };
    super(services, page);
  }
}
