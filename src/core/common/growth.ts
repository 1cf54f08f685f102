/** Copies an array into a larger array. The new elements use no physical memory until they are written. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
	array: A,
	length: number,
	make: (length: number) => A,
): A {
	const larger = make(length);
	larger.set(array);
	return larger;
}
