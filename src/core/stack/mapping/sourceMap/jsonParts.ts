import { backslash, openBracket } from '../../../../shared/ascii';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { decodeName, unicodeEscape } from '../../../common/jsonTokens';
import type { ByteSpan, JsonWalk, Visitor } from './jsonWalk';

const stepBytes = 64 * 1024;

/** Maximum size, in bytes, of a value that is parsed in one step. A longer value can't be a name, path, or position. */
const shortBytes = 32 * 1024;

/**
 * Maximum size of a property name to compare, in bytes. The names that are searched for are shorter, even if all their
 * characters are escaped.
 */
const maxNameBytes = 256;

/** Characters that represent themselves after a backslash. */
const standForThemselves = Buffer.from('"\\/');

/** Byte that replaces an escaped non-ASCII or control character. */
const other = 0;

export class LongValue {
	constructor(readonly span: ByteSpan) {}
}

export type Members<Name extends string> = Partial<Record<Name, ByteSpan>>;

export class JsonParts {
	constructor(private readonly walk: JsonWalk) {}

	firstOf(value: ByteSpan | undefined): number | undefined {
		return value && this.walk.bytes[value.start];
	}

	/** Validates the whole text. Call this method first. Throws RefusedMap `malformed` or `tooLarge`. */
	*whole<Name extends string>(
		start: number,
		names: readonly Name[],
	): CooperativeTask<[value: ByteSpan, members: Members<Name>]> {
		const members: Members<Name> = {};
		const value = yield* this.walk.whole(start, this.collect(names, members));
		return [value, members];
	}

	/** Returns the properties with the given names. If a name occurs several times, its last value is returned. */
	*members<Name extends string>({ start }: ByteSpan, names: readonly Name[]): CooperativeTask<Members<Name>> {
		const members: Members<Name> = {};
		yield* this.walk.value(start, this.collect(names, members));
		return members;
	}

	*items({ start }: ByteSpan): CooperativeTask<readonly ByteSpan[]> {
		const items: ByteSpan[] = [];
		yield* this.walk.value(start, (item) => items.push(item));
		return items;
	}

	*list(value: ByteSpan | undefined): CooperativeTask<readonly unknown[] | undefined> {
		const values: unknown[] = [];
		return (yield* this.visitItems(value, (item) => values.push(item))) ? values : undefined;
	}

	/** Parses the items of an array one by one. Returns false if the value isn't an array. */
	*visitItems(value: ByteSpan | undefined, visit: (item: unknown) => void): CooperativeTask<boolean> {
		if (!value || this.firstOf(value) !== openBracket) {
			return false;
		}
		let waiting: ByteSpan | undefined;
		const parse = () => {
			if (waiting) {
				const { start, end } = waiting;
				for (const parsed of JSON.parse(`[${this.walk.bytes.toString('utf8', start, end)}]`) as unknown[]) {
					visit(parsed);
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
				visit(new LongValue(item));
			} else {
				waiting = { start: waiting?.start ?? item.start, end: item.end };
			}
		});
		parse();
		return true;
	}

	value(span: ByteSpan | undefined): unknown {
		if (!span) {
			return undefined;
		}
		const { start, end } = span;
		return end - start > shortBytes ? new LongValue(span) : JSON.parse(this.walk.bytes.toString('utf8', start, end));
	}

	/** Decodes a string to one byte per character. A string without escape sequences is not copied. */
	*ascii({ start, end }: ByteSpan): CooperativeTask<Buffer> {
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
