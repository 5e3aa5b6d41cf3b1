/** Where the elements of a lazy array come from. */
export interface Source {
  /** How many elements there are. */
  readonly length: number
  /** Makes an element; each call may make it anew. */
  readonly at: (index: number) => unknown
  /** Behind which element to stop that begins at `from`, so that making the elements between takes no longer than the event loop may be kept. */
  readonly endOfPart: (from: number) => number
}

const sources = new WeakMap<object, Source>()

/** The index that a name of a property is; -1 if it is no index of an element. */
const indexOf = (name: string | symbol, length: number): number => {
  if (typeof name === "symbol") return -1
  const index = Number(name)
  return Number.isInteger(index) && index >= 0 && index < length && String(index) === name ? index : -1
}

/**
 * An array whose elements are made when somebody asks for them, and not kept: for everybody else it is an array.
 *
 * Whoever changes it gets all its elements at once.
 */
export const make = (source: Source): ReadonlyArray<unknown> => {
  const { at, length } = source
  const elements: Array<unknown> = new Array(length)
  let isFilled = false
  const fill = () => {
    if (isFilled) return
    isFilled = true
    for (let index = 0; index < length; index++) elements[index] = at(index)
    sources.delete(lazy)
  }
  const madeAt = (name: string | symbol): number => (isFilled ? -1 : indexOf(name, length))
  const lazy: ReadonlyArray<unknown> = new Proxy(elements, {
    get: (target, name) => {
      const index = madeAt(name)
      return index < 0 ? Reflect.get(target, name) : at(index)
    },
    has: (target, name) => madeAt(name) >= 0 || Reflect.has(target, name),
    ownKeys: (target) =>
      isFilled ? Reflect.ownKeys(target) : [...Array.from(target, (_, index) => String(index)), "length"],
    getOwnPropertyDescriptor: (target, name) => {
      const index = madeAt(name)
      if (index < 0) return Reflect.getOwnPropertyDescriptor(target, name)
      return { value: at(index), writable: true, enumerable: true, configurable: true }
    },
    set: (target, name, value) => {
      fill()
      return Reflect.set(target, name, value)
    },
    deleteProperty: (target, name) => {
      fill()
      return Reflect.deleteProperty(target, name)
    },
    defineProperty: (target, name, descriptor) => {
      fill()
      return Reflect.defineProperty(target, name, descriptor)
    }
  })
  sources.set(lazy, source)
  return lazy
}

/** The source of the elements; null if the array has them itself. */
export const sourceOf = (array: ReadonlyArray<unknown>): Source | null => sources.get(array) ?? null

/** The elements at these places, in this order, as lazy as the array is. */
export const pick = (array: ReadonlyArray<unknown>, places: ReadonlyArray<number>): ReadonlyArray<unknown> => {
  const source = sourceOf(array)
  if (source === null) return places.map((place) => array[place])
  return make({
    length: places.length,
    at: (index) => source.at(places[index] as number),
    endOfPart: (from) => {
      const end = source.endOfPart(places[from] as number)
      let to = from + 1
      while (to < places.length && (places[to] as number) < end) to += 1
      return to
    }
  })
}
