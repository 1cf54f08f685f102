import { colon, comma, openBrace, openBracket, quote } from '../../../common/ascii';
import { recordsMember } from '../../../common/jsonTokens';
import { FieldTable } from '../../../plan/fields';
import { gapEnd } from '../../../scan/jsonGaps';
import { getName, skipValue, stringEnd } from '../../../scan/jsonSkip';

const maxDepth = 16;

/** Names of properties that usually contain a list of records. */
const usualNames = new Set(
	(
		'data item items result results record records row rows error errors crash crashes exception exceptions hits ' +
		'event events entries list value values docs documents nodes edges content issues objects log logs response d'
	).split(' '),
);

const knownFields = new FieldTable();

interface Member {
	readonly name: string;
	readonly value: number;
}

/**
 * Finds the list of records in a file that consists of a single JSON object. Returns undefined if the list is in the
 * property `data`, or if the object may itself be a record.
 * @param text Beginning of the file in UTF-8.
 */
export function findListPath(text: Buffer): readonly string[] | undefined {
	const start = gapEnd(text, 0);
	if (text[start] !== openBrace) {
		return undefined;
	}
	for (const { name, value } of membersOf(text, start)) {
		const isRecord = isKnown(name) && isScalar(text, value);
		const isUsual = name === recordsMember && text[value] === openBracket;
		if (isRecord || isUsual) {
			return undefined;
		}
	}
	const { end } = skipValue(text, start);
	if (end >= 0 && gapEnd(text, end) < text.length) {
		return undefined;
	}
	const paths = [...pathsToLists(text, start, [])];
	const best =
		paths.find(({ list }) => [...membersOf(text, gapEnd(text, list + 1))].some(({ name }) => isKnown(name))) ??
		paths.find(({ path }) => usualNames.has((path.at(-1) ?? '').toLowerCase()));
	return best?.path;
}

function* pathsToLists(
	text: Buffer,
	start: number,
	path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly list: number }> {
	for (const { name, value } of membersOf(text, start)) {
		if (text[value] === openBracket && text[gapEnd(text, value + 1)] === openBrace) {
			yield { path: [...path, name], list: value };
		} else if (text[value] === openBrace && path.length < maxDepth) {
			yield* pathsToLists(text, value, [...path, name]);
		}
	}
}

/** Yields the properties of the object that begin within the text. */
function* membersOf(text: Buffer, start: number): Generator<Member> {
	let index = gapEnd(text, start + 1);
	while (text[index] === quote) {
		const nameEnd = stringEnd(text, index);
		const separator = nameEnd < 0 ? text.length : gapEnd(text, nameEnd);
		if (text[separator] !== colon) {
			return;
		}
		const value = gapEnd(text, separator + 1);
		yield { name: getName(text, index, nameEnd), value };
		const { end } = skipValue(text, value);
		const behind = end < 0 ? text.length : gapEnd(text, end);
		if (text[behind] !== comma) {
			return;
		}
		index = gapEnd(text, behind + 1);
	}
}

function isKnown(name: string): boolean {
	return knownFields.getSimilar(name) !== undefined;
}

/** Returns whether the value is a string, a number or a boolean. */
function isScalar(text: Buffer, value: number): boolean {
	const byte = text[value];
	return byte !== openBrace && byte !== openBracket && text.toString('latin1', value, value + 4) !== 'null';
}
