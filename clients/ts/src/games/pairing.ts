/** Gives each question an answer of its own, out of lists of what would do. Pure; knows no game. */

/**
 * One way to give each question a different answer of its list, early ones first; undefined if there is none.
 *
 * Takes polynomial time whatever the lists: answers that are taken are freed along augmenting paths.
 */
export function onePairing<Q, A>(offers: ReadonlyMap<Q, readonly A[]>): Map<Q, A> | undefined {
  const givenTo = new Map<A, Q>();
  for (const question of offers.keys()) {
    if (!settle(question, offers, givenTo, new Set())) {
      return undefined;
    }
  }
  const answers = new Map([...givenTo].map(([answer, question]) => [question, answer]));
  return new Map([...offers.keys()].map((question) => [question, answers.get(question) as A]));
}

function settle<Q, A>(question: Q, offers: ReadonlyMap<Q, readonly A[]>, givenTo: Map<A, Q>, tried: Set<A>): boolean {
  for (const answer of offers.get(question) ?? []) {
    if (tried.has(answer)) {
      continue;
    }
    tried.add(answer);
    const holder = givenTo.get(answer);
    if (holder === undefined || settle(holder, offers, givenTo, tried)) {
      givenTo.set(answer, question);
      return true;
    }
  }
  return false;
}

/** Every way to give each question a different answer of its list. There may be very many: take what is needed. */
export function* pairings<Q, A>(offers: ReadonlyMap<Q, readonly A[]>): Generator<Map<Q, A>> {
  yield* extend([...offers], new Map());
}

function* extend<Q, A>(rest: readonly (readonly [Q, readonly A[]])[], soFar: Map<Q, A>): Generator<Map<Q, A>> {
  const [first, ...others] = rest;
  if (!first) {
    yield new Map(soFar);
    return;
  }
  const taken = new Set(soFar.values());
  for (const answer of first[1]) {
    if (!taken.has(answer)) {
      yield* extend(others, new Map(soFar).set(first[0], answer));
    }
  }
}

/** Every choice of `size` items, in their order. */
export function* combinations<T>(items: readonly T[], size: number): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = 0; first <= items.length - size; first += 1) {
    for (const rest of combinations(items.slice(first + 1), size - 1)) {
      yield [items[first] as T, ...rest];
    }
  }
}

/** The items in an order that chance has chosen. `random` is as `Math.random`. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(below(left.length, random), 1)[0] as T);
}

/** A number from 0 to `limit` - 1. */
export function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}
