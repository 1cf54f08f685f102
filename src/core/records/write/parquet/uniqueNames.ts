/** Makes column names unique for all readers. Some readers reject empty names, and many ignore case. */
export function uniqueNames(names: readonly string[]): string[] {
	const used = new Set(names.map((name) => name.toLowerCase()));
	const given = new Set<string>();
	const nextNumber = new Map<string, number>();
	return names.map((name, index) => {
		const wanted = name === '' ? `column_${index + 1}` : name;
		let unique = wanted;
		const isTaken = () => given.has(unique.toLowerCase()) || (unique !== name && used.has(unique.toLowerCase()));
		for (let number = nextNumber.get(wanted) ?? 2; isTaken(); number++) {
			unique = `${wanted}_${number}`;
			nextNumber.set(wanted, number + 1);
		}
		given.add(unique.toLowerCase());
		return unique;
	});
}
