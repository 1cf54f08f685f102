import { cut, plainText } from '../../common/plainText';
import type { NameCount } from '../../scan/jsonColumns';

/** Names of the first record that are followed; all fields of the service are 30. */
const maxNames = 200;

/** How many names a problem lists, and how many characters of each. */
const maxListed = 40;
const maxNameLength = 64;

interface Seen {
	readonly asked: boolean;
	/** Records that have it. */
	records: number;
	/** The last of them. */
	last: number;
	/** A record has it more than once, and readers disagree on which one counts. */
	twice: boolean;
}

/** How the names in the records differ from those asked for. */
interface NameDifference {
	/** Asked for, and in no record. */
	readonly missing: readonly string[];
	/** Not asked for, and in every record; or in a record twice. */
	readonly unasked: readonly string[];
	/** No record has any that was asked for. */
	readonly strange: boolean;
}

/** Which of the names asked for the records of a JSON have, and which others. What all records have the first one has. */
export class RecordNames {
	private readonly seen = new Map<string, Seen>();
	private records = 0;

	constructor(fields: readonly string[]) {
		for (const field of fields) {
			this.seen.set(field, { asked: true, records: 0, last: 0, twice: false });
		}
	}

	/** A name in the record that `endRecord` ends. */
	add(name: string): void {
		const record = this.records + 1;
		const seen = this.seen.get(name);
		if (seen?.last === record) {
			seen.twice = true;
		} else if (seen) {
			seen.records++;
			seen.last = record;
		} else if (record === 1 && this.seen.size < maxNames) {
			this.seen.set(name, { asked: false, records: 1, last: record, twice: false });
		}
	}

	endRecord(): void {
		this.records++;
	}

	/** Records that somebody else went over. */
	addRecords(count: number): void {
		this.records += count;
	}

	/** So many of them have the name. */
	addCount({ name, records, twice }: NameCount): void {
		const seen = this.seen.get(name);
		if (seen) {
			seen.records += records;
			seen.twice ||= twice;
		}
	}

	get difference(): NameDifference {
		const all = [...this.seen];
		const asked = all.filter(([, seen]) => seen.asked);
		const missing = this.records === 0 ? [] : asked.filter(([, seen]) => seen.records === 0);
		const unasked = all.filter(([, seen]) => seen.twice || (!seen.asked && seen.records === this.records));
		return {
			missing: missing.map(([name]) => name),
			unasked: unasked.slice(0, maxListed).map(([name]) => cut(plainText(name), maxNameLength)),
			strange: missing.length > 0 && missing.length === asked.length,
		};
	}
}
