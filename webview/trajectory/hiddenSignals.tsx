/** In the place of the signals while a verdict on the instance is given. */
export const HiddenSignals = () => (
  <section class="signals" aria-label="Signals">
    <span class="quiet">Signals</span>
    <span class="quiet">hidden until your verdict</span>
  </section>
);
