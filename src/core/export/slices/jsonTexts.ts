import { comma, openBrace, quote } from '../../common/ascii';
import { spaceEnd } from '../../common/jsonSpace';
import { nameOf, skipValue, stringEnd } from '../../scan/jsonSkip';
import { JsonScan } from '../check/jsonScan';
import { HeldBytes } from './heldBytes';

/** Splits `{"data":[…]}` or a bare array, as `JsonScan` counts it, into the texts of its records. */
export async function* jsonTexts(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[], void, void> {
	let places: { readonly start: number; readonly end: number }[] = [];
	const scan = new JsonScan((start, end) => places.push({ start, end }));
	const held = new HeldBytes();
	/** Where these bytes begin in the file. */
	let base = 0;
	for await (const chunk of chunks) {
		scan.push(chunk);
		held.push(chunk);
		const [text, first] = [held.bytes, base];
		yield places.map(({ start, end }) => text.subarray(start - first, end - first));
		const last = places.at(-1)?.end ?? base;
		held.drop(last - base);
		base = last;
		places = [];
	}
}

/** A member of a record, as offsets into the record's text. */
export interface JsonMember {
	readonly name: string;
	/** Of the name's opening quote. */
	readonly start: number;
	readonly valueStart: number;
	/** Exclusive. */
	readonly end: number;
}

/** The members of a well-formed object; none of anything else. */
export function membersOf(record: Buffer): readonly JsonMember[] {
	const members: JsonMember[] = [];
	let index = spaceEnd(record, 0);
	if (record[index] !== openBrace) {
		return members;
	}
	for (index = spaceEnd(record, index + 1); record[index] === quote; ) {
		const start = index;
		index = stringEnd(record, start);
		// With a broken escape it is no name that anybody asked for.
		const name = nameOf(record, start, index);
		// Over the colon.
		const valueStart = spaceEnd(record, spaceEnd(record, index) + 1);
		const { end } = skipValue(record, valueStart);
		members.push({ name, start, valueStart, end });
		index = spaceEnd(record, end);
		if (record[index] === comma) {
			index = spaceEnd(record, index + 1);
		}
	}
	return members;
}

/** The text without some of its members; all other bytes stay as they are, but for the comma that stood beside each. */
export function withoutMembers(record: Buffer, members: readonly JsonMember[], isGone: (name: string) => boolean) {
	if (!members.some(({ name }) => isGone(name))) {
		return record;
	}
	const parts = [record.subarray(0, members[0]?.start)];
	for (const [index, { name, start, end }] of members.entries()) {
		if (!isGone(name)) {
			// With what stood between it and the one before, unless it has become the first.
			const from = parts.length === 1 ? start : (members[index - 1]?.end ?? start);
			parts.push(record.subarray(from, end));
		}
	}
	parts.push(record.subarray(members.at(-1)?.end));
	return Buffer.concat(parts);
}
