export function uniqueLabel(wanted: string, taken: readonly string[]): string {
	for (let number = 1; ; number++) {
		const label = number === 1 ? wanted : `${wanted} ${number}`;
		if (!hasLabel(taken, label)) {
			return label;
		}
	}
}

export function hasLabel(taken: readonly string[], label: string): boolean {
	return taken.some((other) => other.trim().toLowerCase() === label.trim().toLowerCase());
}
