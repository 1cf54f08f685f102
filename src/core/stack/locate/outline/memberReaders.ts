import { readJavascriptMember } from './javascriptMembers';
import { readKeywordMember } from './keywordMembers';
import type { Family } from './language';
import type { Reader } from './named';
import { isAnnotation, isPunctuator, isWordPart, Statement, type StatementPart } from './statement';
import { readTypedMember } from './typedMembers';

const readWithRecords: Reader = (statement, place) => readTypedMember(withoutRecords(statement), place);

export const memberReaders: Readonly<Record<Family, Reader>> = {
	kotlin: readKeywordMember,
	swift: readKeywordMember,
	go: readKeywordMember,
	rust: readKeywordMember,
	java: readTypedMember,
	csharp: readWithRecords,
	dart: readWithRecords,
	cpp: readTypedMember,
	objectiveC: readTypedMember,
	javascript: readJavascriptMember,
	python: () => undefined,
	other: () => undefined,
};

const afterParameters = new Set(['async', 'sync', 'native', 'where', 'is', 'as', 'in', 'on', 'when', 'and', 'or']);

/** Replaces tuple types in C# and Dart with one word: `(int, String) find() {`, `async (int a, int b)? Split() {`. */
function withoutRecords(statement: Statement): Statement {
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

/** Returns true if a name follows the parentheses, which therefore contain a tuple type instead of parameters. */
function isRecordType(parts: readonly StatementPart[], index: number): boolean {
	if (parts[index]?.kind !== 'parentheses' || index + 1 === parts.length) {
		return false;
	}
	let after = index + 1;
	while (isPunctuator(parts[after], '?') || parts[after]?.kind === 'brackets') {
		after++;
	}
	const name = parts[after];
	return isWordPart(name) && !afterParameters.has(name.text) && !isAnnotation(parts, index);
}
