import { RecentCache } from '../../../../shared/recentCache';
import { maxPerValue } from '../../../../shared/results';
import type { Pace } from '../../../common/pace';
import type { ProvenTraces } from '../../../stack/mapping/provenTraces';
import { mayBeJson } from '../../../stack/parse/findTraces';
import { parsingTrace } from '../../../stack/parse/parseTrace';
import type { Snapshot } from '../work/snapshot';
import type { ShownRecords } from './outcomes';

/** How long one value may be read (milliseconds). */
const maxReadingMs = 2000;
/** Of texts that were deobfuscated last (UTF-16 units): records with the same one follow each other. */
const keptLength = 2_000_000;

/** A value as a person is shown it. */
interface ShownValue {
	readonly text: string;
	/** Of the mapping files that deobfuscated it; none where it is as it was written. */
	readonly paths: readonly string[];
}

/** Values of records as they are shown: traces deobfuscated where a mapping is proven, all else as it was written. */
export class ShownValues {
	private readonly traces: ProvenTraces;
	private readonly known = new RecentCache<string, ShownValue>(keptLength, { weightOf: ({ text }) => 2 * text.length });

	constructor(private readonly shown: ShownRecords) {
		this.traces = shown.traces();
	}

	/** Whether values of a column are texts of traces. Those within JSON stay as they are: it would not be that JSON any more. */
	static isOfTraces(snapshot: Snapshot, column: number): boolean {
		return snapshot.indexOf('error') === column;
	}

	/** @throws AppError `cancelled` */
	async of(record: number, text: string, pace: Pace): Promise<ShownValue> {
		const written = { text, paths: [] };
		if (text === '' || text.length > maxPerValue || mayBeJson(text)) {
			return written;
		}
		const origin = this.shown.originOf(record);
		const key = `${origin}\n${text}`;
		const known = this.known.get(key);
		if (known) {
			return known;
		}
		const { result: trace, cutShort } = await pace.through(parsingTrace(text), maxReadingMs);
		const shown = cutShort ? undefined : await this.traces.shown(trace, origin, pace);
		const value = shown?.kind === 'deobfuscated' ? { text: shown.trace.lines.join('\n'), paths: shown.paths } : written;
		this.known.set(key, value);
		return value;
	}
}
