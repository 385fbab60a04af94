// A list of ascending numbers of 4 bytes each that is only appended to. Its array has little spare room,
// because most of the lists of a word index are short.

export interface AscendingList {
  length: number
  /**
   * May have spare room after the `length` numbers of the list. A short list has a plain array, which takes
   * less memory than a typed one.
   */
  numbers: number[] | Uint32Array
}

const minTypedLength = 64

/** Appends a value, which must be greater than all numbers of the list. */
export function append(list: AscendingList, value: number): void {
  const { length, numbers } = list
  if (length === numbers.length) {
    const capacity = Math.ceil(length * 1.25) + 1
    const values = { length: capacity }
    const grown = length < minTypedLength ? Array.from<number>(values) : new Uint32Array(capacity)
    for (let i = 0; i < capacity; i += 1) grown[i] = numbers[i] ?? 0
    list.numbers = grown
  }
  list.numbers[length] = value
  list.length = length + 1
}

/** Returns an empty list with room for this many numbers. */
export function listOfCapacity(capacity: number): AscendingList {
  const numbers = capacity < minTypedLength ? [] : new Uint32Array(capacity)
  return { length: 0, numbers }
}

/** Removes the spare room of a list. */
export function trim(list: AscendingList): AscendingList {
  list.numbers = list.numbers.slice(0, list.length)
  return list
}

export function includes({ length, numbers }: AscendingList, value: number): boolean {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low < length && numbers[low] === value
}

function isInAnyList(lists: readonly AscendingList[], value: number): boolean {
  return lists.some((list) => includes(list, value))
}

/** Whether, for each of the words, at least one of its lists has the value. */
export function isInListsOfEachWord(
  words: readonly (readonly AscendingList[])[],
  value: number,
): boolean {
  return words.every((lists) => isInAnyList(lists, value))
}
