/** A list of what was kept with one more in front of it, in place of the one it is for; at most `most`, the oldest go. */
export function withMostRecent<T>(
	kept: readonly T[],
	added: T,
	isSame: (other: T) => boolean,
	most: number,
): readonly T[] {
	return [added, ...kept.filter((other) => !isSame(other))].slice(0, most);
}
