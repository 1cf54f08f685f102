import { RecentCache } from '../../../shared/recentCache';
import type { CsvRecordDecoder } from '../../scan/csvSource';
import type { WrittenDecoder } from '../../scan/jsonSource';
import type { RecordDecoder } from '../../scan/recordSource';

/** The files of synced records usually have the same columns, but a JSON file can gain columns while it is read. */
const mostShapes = 8;

export interface Decoders {
	readonly scan: RecordDecoder;
	readonly single: RecordDecoder | WrittenDecoder | CsvRecordDecoder;
}

/** Shares a decoder among files with the same columns, because each decoder needs its own memory. */
export class SharedDecoders {
	private readonly made = new RecentCache<string, Decoders>(mostShapes);

	/** The decoder is valid until the next `await`, and only one query may use it at a time. */
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
