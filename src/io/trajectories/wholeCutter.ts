import { type ByteCutter, type CutRest, type CutValue, HeldBytes } from './cutValue';

/** Takes all of a file as one value. */
export class WholeCutter implements ByteCutter {
  private readonly held: HeldBytes;

  constructor(limit: number) {
    this.held = new HeldBytes(limit);
  }

  take(chunk: Uint8Array): readonly CutValue[] {
    this.held.add(chunk);
    return [];
  }

  rest(): CutRest {
    const end = this.held.length;
    return { last: { place: '', start: 0, end, ...this.held.take(end) }, cut: null, trailing: null };
  }
}
