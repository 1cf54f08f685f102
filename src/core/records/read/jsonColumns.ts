import { nameOf } from '../../scan/jsonSkip';

/** More members than any record has; values of further ones are in the record's raw text. */
const maxColumns = 16_384;

/** The columns of JSON: the names of all members that came up, in that order. */
export class JsonColumns {
	readonly names: string[] = [];
	/** Names came up that are none, since there were too many. */
	more = false;
	private readonly byName = new Map<string, number>();
	/** By column: its name as it stands in the file, quotes included. */
	private readonly keys: Buffer[] = [];

	/** The same columns; what one learns the other does not. */
	copy(): JsonColumns {
		const copy = new JsonColumns();
		copy.names.push(...this.names);
		copy.keys.push(...this.keys);
		this.byName.forEach((column, name) => {
			copy.byName.set(name, column);
		});
		return copy;
	}

	/** Whether the name between these places, quotes included, is that of a column. */
	has(bytes: Buffer, start: number, end: number): boolean {
		return this.byName.has(nameOf(bytes, start, end));
	}

	/** Where the name of this column ends, quotes included, if it stands at this place as it did the first time; else 0. */
	endOf(column: number, bytes: Buffer, at: number): number {
		const key = this.keys[column];
		if (!key) {
			return 0;
		}
		for (let index = 1; index < key.length; index++) {
			if (bytes[at + index] !== key[index]) {
				return 0;
			}
		}
		return at + key.length;
	}

	/** The column of the name between these places, quotes included; a new one if there may be more. */
	columnOf(bytes: Buffer, start: number, end: number): number | undefined {
		const name = String(JSON.parse(bytes.toString('utf8', start, end)));
		const known = this.byName.get(name);
		if (known !== undefined) {
			return known;
		}
		if (this.names.length === maxColumns) {
			this.more = true;
			return undefined;
		}
		const column = this.names.length;
		this.byName.set(name, column);
		this.names.push(name);
		this.keys.push(Buffer.from(bytes.subarray(start, end)));
		return column;
	}
}
