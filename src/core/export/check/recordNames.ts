import { cut, plainText } from '../../common/plainText';
import type { NameCount } from '../../scan/jsonColumns';

const maxNames = 200;

const maxListed = 40;
const maxNameLength = 64;

interface NameOccurrence {
	readonly isRequested: boolean;
	records: number;
	last: number;
	/** True if any record contains the name twice. JSON parsers disagree on which value to use. */
	twice: boolean;
}

interface NameDifference {
	readonly missing: readonly string[];
	readonly unrequested: readonly string[];
	readonly strange: boolean;
}

/**
 * Counts how many records contain each name. Names that the first record doesn't contain are ignored, because they
 * can't occur in all records.
 */
export class RecordNames {
	private readonly seen = new Map<string, NameOccurrence>();
	private records = 0;

	constructor(fields: readonly string[]) {
		for (const field of fields) {
			this.seen.set(field, { isRequested: true, records: 0, last: 0, twice: false });
		}
	}

	add(name: string): void {
		const record = this.records + 1;
		const seen = this.seen.get(name);
		if (seen?.last === record) {
			seen.twice = true;
		} else if (seen) {
			seen.records++;
			seen.last = record;
		} else if (record === 1 && this.seen.size < maxNames) {
			this.seen.set(name, { isRequested: false, records: 1, last: record, twice: false });
		}
	}

	endRecord(): void {
		this.records++;
	}

	addRecords(count: number): void {
		this.records += count;
	}

	addCount({ name, records, twice }: NameCount): void {
		const seen = this.seen.get(name);
		if (seen) {
			seen.records += records;
			seen.twice ||= twice;
		}
	}

	get difference(): NameDifference {
		const all = [...this.seen];
		const requested = all.filter(([, seen]) => seen.isRequested);
		const missing = this.records === 0 ? [] : requested.filter(([, seen]) => seen.records === 0);
		const unrequested = all.filter(([, seen]) => seen.twice || (!seen.isRequested && seen.records === this.records));
		return {
			missing: missing.map(([name]) => name),
			unrequested: unrequested.slice(0, maxListed).map(([name]) => cut(plainText(name), maxNameLength)),
			strange: missing.length > 0 && missing.length === requested.length,
		};
	}
}
