/** The house's sign: a corner of a woven mat. */

/** Drawn; says nothing. */
export function Emblem() {
  return (
    <svg class="emblem" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="11" class="emblem-ground" />
      <path d="M7 9H41M7 39H41" class="emblem-edge" />
      <path d="M7 18H15M19 18H27M31 18H41M11 24H21M25 24H35M7 30H15M19 30H27M31 30H41" class="emblem-thread" />
    </svg>
  );
}
