/** Names that R8 and ProGuard give: `a`, `b0`, `c2a`, `aB`. A person's class begins with a large letter. */
const givenTypeName = /^(?:[a-z][A-Za-z\d]{0,2}|[A-Z])$/;
const longestGivenType = 3;

/** Of a class, or of the class within a class: `f3.c`, `RecyclerView$e`. */
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

/** People write `of` and `go` as well, but nobody writes these. */
export function isGivenMethod(method: string): boolean {
	return /^[A-Za-z]\d?$/.test(method);
}
