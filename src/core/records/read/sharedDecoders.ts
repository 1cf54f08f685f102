import { RecentCache } from '../../../shared/recentCache';
import type { CsvRecordDecoder } from '../../scan/csvSource';
import type { WrittenDecoder } from '../../scan/jsonSource';
import type { RecordDecoder } from '../../scan/recordSource';

/** Files of a set usually have the same columns, but a JSON file may gain columns while it is read. */
const mostShapes = 8;

export interface Decoders {
	readonly scan: RecordDecoder;
	readonly single: RecordDecoder | WrittenDecoder | CsvRecordDecoder;
}

/** Files with equal columns share a decoder, because each decoder needs its own memory. */
export class SharedDecoders {
	private readonly made = new RecentCache<string, Decoders>(mostShapes);

	/** A decoder may be used by only one query at a time, and only until the next `await`. */
	of(columns: string, make: () => RecordDecoder): Decoders {
		const known = this.made.get(columns);
		if (known) {
			return known;
		}
		const made = { scan: make(), single: make() };
		this.made.set(columns, made);
		return made;
	}
}
