import { useRef } from 'preact/hooks';
import type { TrajectoryShape } from '../../src/protocol/trajectory';

/** The steps after `settled` may get more; `age` changes whenever that may have happened. */
export interface Age {
  readonly settled: number;
  readonly age: number;
}

/** Counts the answers about a file that grows, for what is kept of its last steps. */
export const useAge = (shape: TrajectoryShape): Age => {
  const { settled, steps } = shape;
  const last = useRef({ shape, age: 0, isOpen: settled < steps });
  if (last.current.shape !== shape) {
    const { age, isOpen } = last.current;
    last.current = { shape, isOpen: settled < steps, age: isOpen || settled < steps ? age + 1 : age };
  }
  return { settled, age: last.current.age };
};
