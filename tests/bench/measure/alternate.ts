/**
 * Runs both sides of a comparison, round after round. Every second round goes in the reverse order, so that whoever is second gains nothing.
 */
export const alternate = async <A, B>(
  rounds: number,
  first: (round: number) => Promise<A>,
  second: (round: number) => Promise<B>
): Promise<ReadonlyArray<readonly [A, B]>> => {
  const results: Array<readonly [A, B]> = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const a = await first(round)
      results.push([a, await second(round)])
    } else {
      const b = await second(round)
      results.push([await first(round), b])
    }
  }
  return results
}
