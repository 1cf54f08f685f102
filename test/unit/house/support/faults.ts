import assert from 'node:assert/strict';

/** @param message Common description of the faults. */
export function assertNone(faults: readonly unknown[], message: string): void {
	const lines = faults.map((fault) => (typeof fault === 'string' ? fault : JSON.stringify(fault)));
	assert.ok(faults.length === 0, `${message}:\n${lines.join('\n')}`);
}

interface Names {
	/** Location of the names, such as `package.json, contributes.commands`. */
	readonly place: string;
	readonly names: readonly string[];
}

/** Fails with one line for each name that is missing from one of the two lists or appears twice in a list. */
export function assertSameNames(one: Names, other: Names): void {
	assertNone([...lacking(one, other), ...lacking(other, one), ...twice(one), ...twice(other)], 'names differ');
}

function lacking({ place, names }: Names, { place: source, names: wanted }: Names): string[] {
	return [...new Set(wanted)]
		.filter((name) => !names.includes(name))
		.map((name) => `${name} is in ${source}, but not in ${place}`);
}

function twice({ place, names }: Names): string[] {
	return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
		(name) => `${name} occurs twice in ${place}`,
	);
}
