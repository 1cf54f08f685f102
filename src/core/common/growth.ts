/** The same numbers with room for more; what is not yet used costs address space only. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
	array: A,
	length: number,
	make: (length: number) => A,
): A {
	const larger = make(length);
	larger.set(array);
	return larger;
}
