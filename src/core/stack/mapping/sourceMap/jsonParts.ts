import { backslash, openBracket } from '../../../common/ascii';
import { decodeName, unicodeEscape } from '../../../common/jsonTokens';
import type { Steps } from '../../../common/steps';
import type { ByteSpan, JsonWalk, Visitor } from './jsonWalk';

/** Bytes that are made into values before others get their turn. */
const stepBytes = 64 * 1024;

/** Values of more bytes are not parsed in one go: they are no name, no path and no place. */
const shortBytes = 32 * 1024;

/** Longer than the names that are looked for, also where each character is an escape. */
const maxNameBytes = 256;

/** What is behind the backslash is the character. */
const standForThemselves = Buffer.from('"\\/');

/** In place of an escaped character that is not ASCII, or a control character. */
const other = 0;

/** Where a value is, in place of one that is too long to be parsed in one go. */
export class LongValue {
	constructor(readonly span: ByteSpan) {}
}

export type Members<Name extends string> = Partial<Record<Name, ByteSpan>>;

/** What is asked of a text of JSON: parts of it, each made in steps. */
export class JsonParts {
	constructor(private readonly walk: JsonWalk) {}

	/** What a value begins with. */
	firstOf(value: ByteSpan | undefined): number | undefined {
		return value && this.walk.bytes[value.start];
	}

	/**
	 * Checks all of the text from `start` on; before anything else is asked.
	 * @returns its value and the members of that, if it is an object
	 * @throws RefusedMap `malformed` or `tooLarge`
	 */
	*whole<Name extends string>(start: number, names: readonly Name[]): Steps<[value: ByteSpan, members: Members<Name>]> {
		const members: Members<Name> = {};
		const value = yield* this.walk.whole(start, this.collect(names, members));
		return [value, members];
	}

	/** Those of an object that have these names; of several with one name the last. */
	*members<Name extends string>({ start }: ByteSpan, names: readonly Name[]): Steps<Members<Name>> {
		const members: Members<Name> = {};
		yield* this.walk.value(start, this.collect(names, members));
		return members;
	}

	/** Where the values of a list are. */
	*items({ start }: ByteSpan): Steps<readonly ByteSpan[]> {
		const items: ByteSpan[] = [];
		yield* this.walk.value(start, (item) => items.push(item));
		return items;
	}

	/** The values of a list, long ones as `LongValue`; undefined for what is no list. */
	*list(value: ByteSpan | undefined): Steps<readonly unknown[] | undefined> {
		if (!value || this.firstOf(value) !== openBracket) {
			return undefined;
		}
		const values: unknown[] = [];
		/** The short ones that wait to be parsed together. */
		let waiting: ByteSpan | undefined;
		const parse = () => {
			if (waiting) {
				const { start, end } = waiting;
				for (const parsed of JSON.parse(`[${this.walk.bytes.toString('utf8', start, end)}]`) as unknown[]) {
					values.push(parsed);
				}
				waiting = undefined;
			}
		};
		yield* this.walk.value(value.start, (item) => {
			if (waiting && item.end - waiting.start > stepBytes) {
				parse();
			}
			if (item.end - item.start > shortBytes) {
				parse();
				values.push(new LongValue(item));
			} else {
				waiting = { start: waiting?.start ?? item.start, end: item.end };
			}
		});
		parse();
		return values;
	}

	/** A value; as `LongValue` if it is long. */
	value(span: ByteSpan | undefined): unknown {
		if (!span) {
			return undefined;
		}
		const { start, end } = span;
		return end - start > shortBytes ? new LongValue(span) : JSON.parse(this.walk.bytes.toString('utf8', start, end));
	}

	/** The text of a string, a byte for each character of ASCII; the text's own bytes if it has no escapes. */
	*ascii({ start, end }: ByteSpan): Steps<Buffer> {
		const raw = this.walk.bytes.subarray(start + 1, end - 1);
		if (!raw.includes(backslash)) {
			return raw;
		}
		const text = Buffer.allocUnsafeSlow(raw.length);
		let length = 0;
		let nextTurn = stepBytes;
		for (let at = 0; at < raw.length; length++) {
			if (at >= nextTurn) {
				nextTurn = at + stepBytes;
				yield;
			}
			const byte = raw[at] ?? 0;
			if (byte !== backslash) {
				text[length] = byte;
				at++;
			} else if (raw[at + 1] === unicodeEscape) {
				const code = Number.parseInt(raw.toString('latin1', at + 2, at + 6), 16);
				text[length] = code < 0x80 ? code : other;
				at += 6;
			} else {
				const kind = raw[at + 1] ?? 0;
				text[length] = standForThemselves.includes(kind) ? kind : other;
				at += 2;
			}
		}
		return text.subarray(0, length);
	}

	private collect<Name extends string>(names: readonly Name[], members: Members<Name>): Visitor {
		const { bytes } = this.walk;
		return (value, { start, end }) => {
			if (end > start && end - start <= maxNameBytes) {
				const found = decodeName(bytes.toString('latin1', start + 1, end - 1));
				const name = names.find((wanted) => wanted === found);
				if (name !== undefined) {
					members[name] = value;
				}
			}
		};
	}
}
