import { daysAround } from '../../core/kept/model/calendar';
import { currentUntil, rangesAround } from '../../core/kept/model/mark';
import { zoneName } from '../../core/plan/range';
import type { OriginMappings } from '../../core/records/query/work/foundMappings';
import type { EngineClient } from '../../engine/engineClient';
import type { KnownSet } from '../../engine/protocol';
import type { RecordsFacts, TimeRange } from '../../shared/comparison';
import { usualKey } from '../comparisons/usualKey';
import type { Mappings } from '../mappings/mappings';
import { RecordMappings } from '../mappings/recordMappings';
import { readRecords } from '../results/readRecords';
import type { NewsCounts } from './keptMarks';

interface Used {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly exports: {
		readonly roots: readonly string[];
		facts(path: string): Promise<RecordsFacts | undefined>;
	};
	readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>;
}

/**
 * How many groups of errors are new and grown since a moment, beside as long before it. Only the days that this is about are
 * opened. What forbids a verdict leaves none to count.
 * @throws AppError `cancelled`, and what opening files of records throws
 */
export async function compareSince(
	{ engine, exports, mappings }: Used,
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
		// Where a build renamed everything, every error of it would be new.
		originals.look();
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
					key: usualKey(columns),
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
		return { appeared: groups.new, grown: groups.grown };
	} finally {
		originals.dispose();
		// A dead engine has no sessions left to close.
		engine.call('closeRecords', { session }).catch(() => undefined);
	}
}
