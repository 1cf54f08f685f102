import { RecentCache } from '../../../shared/recentCache';
import type { CsvRecordDecoder } from '../../scan/csvSource';
import type { WrittenDecoder } from '../../scan/jsonSource';
import type { RecordDecoder } from '../../scan/recordSource';

/** Files that belong together mostly have the same columns; of JSON that is being read there are ever more. */
const mostShapes = 8;

export interface Decoders {
	readonly scan: RecordDecoder;
	readonly single: RecordDecoder | WrittenDecoder | CsvRecordDecoder;
}

/** What finds the cells of records, by the columns that these have: each has memory of its own, which files share. */
export class SharedDecoders {
	private readonly made = new RecentCache<string, Decoders>(mostShapes);

	/** Each of the two is used between two awaits, for one question. */
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
