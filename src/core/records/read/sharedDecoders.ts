import { RecentCache } from '../../../shared/recentCache';
import type { CsvRecordDecoder } from '../../scan/csvSource';
import type { WrittenDecoder } from '../../scan/jsonSource';
import type { RecordDecoder } from '../../scan/recordSource';

/**
 * Maximum number of decoders. Files of synced records usually share one decoder, but a JSON file with new columns needs
 * another one.
 */
const mostShapes = 8;

export interface Decoders {
	readonly scan: RecordDecoder;
	readonly single: RecordDecoder | WrittenDecoder | CsvRecordDecoder;
}

/** Shares one decoder among files with the same columns, because each decoder needs memory of its own. */
export class SharedDecoders {
	private readonly made = new RecentCache<string, Decoders>(mostShapes);

	/** Returns a decoder that is valid until the next `await`. Two queries must not use it at the same time. */
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
