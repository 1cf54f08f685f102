import { isAnnotation, isMark, isWordPart, Statement, type StatementPart } from './statement';

/** What may stand between the parameters of a function and its body. */
const afterParameters = new Set(['async', 'sync', 'native', 'where', 'is', 'as', 'in', 'on', 'when', 'and', 'or']);

/**
 * A statement of C# or Dart with a word in the place of each record that is a type: `(int, String) find() {`,
 * `static async (int a, int b)? Split() {`. The same statement where there is none.
 */
export function withoutRecords(statement: Statement): Statement {
	const { parts, last } = statement;
	const found = parts.some((_, index) => isRecordType(parts, index));
	if (!found || last !== parts.at(-1)) {
		return statement;
	}
	const plain = new Statement();
	for (const [index, part] of parts.entries()) {
		plain.add(isRecordType(parts, index) ? { kind: 'word', text: '()', line1: part.line1 } : part);
	}
	return plain;
}

/** Nothing but a type comes before a name: what has parameters is followed by its body. */
function isRecordType(parts: readonly StatementPart[], index: number): boolean {
	if (parts[index]?.kind !== 'parentheses' || index + 1 === parts.length) {
		return false;
	}
	let after = index + 1;
	while (isMark(parts[after], '?') || parts[after]?.kind === 'brackets') {
		after++;
	}
	const name = parts[after];
	return isWordPart(name) && !afterParameters.has(name.text) && !isAnnotation(parts, index);
}
