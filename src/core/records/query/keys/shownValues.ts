import { RecentCache } from '../../../../shared/recentCache';
import { maxPerValue } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import type { ProvenTraces } from '../../../stack/mapping/provenTraces';
import { mayBeJson } from '../../../stack/parse/findTraces';
import { parsingTrace } from '../../../stack/parse/parseTrace';
import type { Snapshot } from '../execution/snapshot';
import type { ShownRecords } from './outcomes';

const maxReadingMs = 2000;
/** Maximum total size of the cached values in bytes. Adjacent records often have the same text. */
const keptLength = 2_000_000;

interface ShownValue {
	readonly text: string;
	readonly paths: readonly string[];
}

export class ShownValues {
	private readonly traces: ProvenTraces;
	private readonly known = new RecentCache<string, ShownValue>(keptLength, { weightOf: ({ text }) => 2 * text.length });

	constructor(private readonly shown: ShownRecords) {
		this.traces = shown.traces();
	}

	/** Returns true for columns with traces. Traces in JSON stay obfuscated, because users need the original JSON. */
	static isOfTraces(snapshot: Snapshot, column: number): boolean {
		return snapshot.indexOf('error') === column;
	}

	/** @throws AppError `cancelled` */
	async of(record: number, text: string, scheduler: Scheduler): Promise<ShownValue> {
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
		const { result: trace, cutShort } = await scheduler.run(parsingTrace(text), maxReadingMs);
		const shown = cutShort ? undefined : await this.traces.shown(trace, origin, scheduler);
		const value = shown?.kind === 'deobfuscated' ? { text: shown.trace.lines.join('\n'), paths: shown.paths } : written;
		this.known.set(key, value);
		return value;
	}
}
