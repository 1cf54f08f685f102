import { openBrace, openBracket } from '../../../../shared/ascii';
import { recordsMember } from '../../../common/jsonTokens';
import { FieldTable } from '../../../plan/fields';
import { gapEnd } from '../../../scan/jsonGaps';
import { readMembers, skipValue } from '../../../scan/jsonSkip';

const maxDepth = 16;

const usualNames = new Set(
	(
		'data item items result results record records row rows error errors crash crashes exception exceptions hits ' +
		'event events entries list value values docs documents nodes edges content issues objects log logs response d'
	).split(' '),
);

const knownFields = new FieldTable();

/**
 * Returns the path of the record list in a JSON object. Returns undefined if the path is `data` or if the object may be
 * a record itself.
 */
export function findListPath(text: Buffer): readonly string[] | undefined {
	const start = gapEnd(text, 0);
	if (text[start] !== openBrace) {
		return undefined;
	}
	for (const { name, valueStart } of readMembers(text, start)) {
		const isRecord = isKnown(name) && isScalar(text, valueStart);
		const isUsual = name === recordsMember && text[valueStart] === openBracket;
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
		paths.find(({ list }) => [...readMembers(text, list + 1)].some(({ name }) => isKnown(name))) ??
		paths.find(({ path }) => usualNames.has((path.at(-1) ?? '').toLowerCase()));
	return best?.path;
}

function* pathsToLists(
	text: Buffer,
	start: number,
	path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly list: number }> {
	for (const { name, valueStart: value } of readMembers(text, start)) {
		if (text[value] === openBracket && text[gapEnd(text, value + 1)] === openBrace) {
			yield { path: [...path, name], list: value };
		} else if (text[value] === openBrace && path.length < maxDepth) {
			yield* pathsToLists(text, value, [...path, name]);
		}
	}
}

function isKnown(name: string): boolean {
	return knownFields.getSimilar(name) !== undefined;
}

function isScalar(text: Buffer, value: number): boolean {
	const byte = text[value];
	return byte !== openBrace && byte !== openBracket && text.toString('latin1', value, value + 4) !== 'null';
}
