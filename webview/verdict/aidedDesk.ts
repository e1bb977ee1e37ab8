import type { Evidence, FormAnswers, PlaceEvidence } from '../../src/core/review/form/answers';
import type { DeskState, Foot } from './deskState';
import { itemOf, placeKey } from './deskState';
import { WritingDesk } from './writingDesk';

const isPlace = (evidence: Evidence): evidence is PlaceEvidence => evidence.kind !== 'text';

const placesIn = ({ criteria, overall }: FormAnswers): readonly PlaceEvidence[] =>
  [...Object.values(criteria), overall].flatMap(({ evidence }) => evidence.filter(isPlace));

/** What the host knows of the item beside the form: guesses of a trajectory, places that are not what they were. */
export class AidedDesk extends WritingDesk {
  protected override begin(state: DeskState, foot?: Foot): void {
    super.begin(state, foot);
    void this.lookUp();
  }

  private async lookUp(): Promise<void> {
    const item = itemOf(this.state);
    if (!item) return;
    const { host } = this.ports;
    const wanted = placesIn(this.state.answers);
    const suggestions = item.unit === 'trajectory' ? await host.suggestions(undefined).catch(() => null) : null;
    const states = wanted.length > 0 ? await host.places({ evidence: wanted }).catch(() => null) : null;
    if (itemOf(this.state)?.presentation !== item.presentation) return;
    const places = (states ?? []).flatMap((state, at) => {
      const place = wanted[at];
      return place ? [[placeKey(place), state] as const] : [];
    });
    if (suggestions !== null || places.length > 0) this.set({ suggestions, places: Object.fromEntries(places) });
  }

  /** The verdict on the patch that was there before. */
  async openOther(): Promise<void> {
    await this.showAnswer(this.ports.host.openOther(undefined));
  }
}
