/** Matches names that R8 and ProGuard generate: `a`, `b0`, `c2a`, `aB`. Class names in source code are longer. */
const givenTypeName = /^(?:[a-z][A-Za-z\d]{0,2}|[A-Z])$/;
const longestGivenType = 3;

/** Returns true if the class or its innermost nested class has a generated name: `f3.c`, `RecyclerView$e`. */
export function isGivenType(type: string): boolean {
	let start = type.length;
	while (start > 0 && type[start - 1] !== '.' && type[start - 1] !== '$') {
		if (type.length - start === longestGivenType) {
			return false;
		}
		start--;
	}
	return givenTypeName.test(type.slice(start));
}

/** Returns true if the method has a generated name. Ignores two-letter names, because `of` and `go` are common. */
export function isGivenMethod(method: string): boolean {
	return /^[A-Za-z]\d?$/.test(method);
}
