/** Polls until it holds. Fails after so many milliseconds. */
export async function until(holds: () => unknown, ms = 5000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > deadline) {
      throw new Error(`it did not come to hold in time: ${holds}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** What a promise rejects with. Fails if it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
