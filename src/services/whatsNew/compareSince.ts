import { zoneName } from '../../core/plan/range';
import type { OriginMappings } from '../../core/records/query/execution/foundMappings';
import { daysAround } from '../../core/sync/model/calendar';
import { currentUntil, rangesAround } from '../../core/sync/model/watermark';
import type { EngineClient } from '../../engine/engineClient';
import type { KnownSet } from '../../engine/protocol';
import { readRecords } from '../../engine/readRecords';
import type { RecordsFacts, TimeRange } from '../../shared/comparison';
import { defaultGroupKey } from '../../shared/groupFilters';
import type { Mappings } from '../mappings/mappings';
import { RecordMappings } from '../mappings/recordMappings';
import type { NewsCounts } from './watermarks';

interface CompareSinceServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly exports: {
		readonly roots: readonly string[];
		facts(path: string): Promise<RecordsFacts | undefined>;
	};
	readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>;
}

/**
 * Counts groups that are new or increased since a time. Returns undefined if the records can't be compared.
 * @throws AppError `cancelled`, or an error that occurs while opening the records
 */
export async function compareSince(
	{ engine, exports, mappings }: CompareSinceServices,
	{ manifest, zone, summary }: Pick<KnownSet, 'manifest' | 'zone' | 'summary'>,
	moment: number,
	signal: AbortSignal,
): Promise<NewsCounts | undefined> {
	const facts = await exports.facts(manifest);
	const until = facts && currentUntil(facts.covers, summary.currentTo);
	const ranges = facts && until !== undefined ? rangesAround(facts.covers, moment, until) : undefined;
	if (!ranges) {
		return undefined;
	}
	const { before, after } = ranges;
	const days = daysAround({ since: before.since, until: after.until }, zone);
	const session = crypto.randomUUID();
	const faults: unknown[] = [];
	const records = {
		origins: () => engine.call('recordOrigins', { session }, { signal }),
		useMappings: (found: readonly OriginMappings[]) => engine.call('recordMappings', { session, found }, { signal }),
	};
	const originals = new RecordMappings(
		records,
		mappings,
		() => undefined,
		(error) => faults.push(error),
	);
	try {
		const file = { session, path: manifest, libraries: exports.roots, days };
		const { columns } = await readRecords(engine, file, { signal });
		// Mapping files are needed: without source names, every error in a newly obfuscated build would be a new group.
		originals.search();
		await originals.settled;
		if (faults.length > 0) {
			throw faults[0];
		}
		const side = (range: TimeRange) => ({ filters: [], facts, range });
		const { groups } = await engine.call(
			'compareRecords',
			{
				before: session,
				after: session,
				question: {
					before: side(before),
					after: side(after),
					key: defaultGroupKey(columns),
					exposure: 'time',
					timeZone: zoneName(zone),
					verdicts: [],
					order: 'evidence',
					start: 0,
					end: 0,
					trendParts: 1,
				},
			},
			{ signal },
		);
		return { appeared: groups.new, increased: groups.increased };
	} finally {
		originals.dispose();
		// If the engine has stopped, there is no session to close.
		engine.call('closeRecords', { session }).catch(() => undefined);
	}
}
