export function upsertMostRecent<T>(
	retained: readonly T[],
	added: T,
	isSame: (other: T) => boolean,
	most: number,
): readonly T[] {
	return [added, ...retained.filter((other) => !isSame(other))].slice(0, most);
}
